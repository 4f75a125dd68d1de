import { aMorning, longNames } from '../day.ts'
import type { Scene, Screen } from '../state.ts'

export const QUEUE: Screen = {
  title: 'Queue Management',
  places: ['desk', 'phone'],
  states: [
    { name: 'empty', show: scene => open(scene) },
    { name: 'a day of 30, room not chosen', fill: aMorning, show: scene => open(scene) },
    {
      name: 'a day of 30, room busy',
      fill: aMorning,
      readme: 'queue.png',
      show: scene => open(scene, 'Room 1 - Dr. Aminah'),
    },
    {
      name: 'a day of 30, to its end',
      fill: aMorning,
      isWhole: true,
      show: scene => open(scene, 'Room 1 - Dr. Aminah'),
    },
    { name: 'a day of 300', fill: clinic => aMorning(clinic, 300), show: scene => open(scene) },
    {
      name: 'a call without a room',
      fill: aMorning,
      async show(scene) {
        await open(scene)
        await press(scene, 'Call')
        await scene.page.locator('.toast').waitFor()
      },
    },
    {
      name: 'a call into a room that serves another',
      fill: aMorning,
      async show(scene) {
        await open(scene, 'Room 1 - Dr. Aminah')
        await press(scene, 'Call')
        await scene.page.locator('.toast').waitFor()
      },
    },
    {
      name: 'requeue, choosing a reason',
      fill: aMorning,
      async show(scene) {
        await open(scene, 'Room 1 - Dr. Aminah')
        await press(scene, 'Requeue')
        await scene.page.locator('.requeue-reasons').scrollIntoViewIfNeeded()
      },
    },
    {
      name: 'requeue, another reason',
      fill: aMorning,
      async show(scene) {
        await open(scene, 'Room 1 - Dr. Aminah')
        await press(scene, 'Requeue')
        await scene.page.getByRole('button', { name: 'Others' }).click()
        await scene.page.getByLabel('Other reason').fill('Back from the bank')
      },
    },
    {
      name: 'delete, asking',
      fill: aMorning,
      async show(scene) {
        await open(scene, 'Room 1 - Dr. Aminah')
        await scene.page.getByRole('button', { name: 'Delete', exact: true }).first().click()
        await scene.page.getByRole('button', { name: 'Confirm' }).scrollIntoViewIfNeeded()
      },
    },
    {
      name: 'a journey opened',
      fill: aMorning,
      async show(scene) {
        await open(scene, 'Room 2 - Dr. Lim')
        await scene.page.getByRole('button', { name: 'Patient Journey (3)' }).first().click()
      },
    },
    {
      name: 'the network is gone',
      fill: aMorning,
      async show(scene) {
        await open(scene, 'Room 1 - Dr. Aminah')
        await scene.page.locator('[data-live=on]').waitFor()
        await scene.loseTheClinic()
        await scene.page.locator('.offline-line').waitFor()
      },
    },
    { name: 'long names', fill: longNames, isWhole: true, show: scene => open(scene) },
  ],
}

async function open({ page, ...scene }: Scene, room?: string) {
  await scene.open('/queue', 'QueueScreen')
  if (!room) return
  const option = page.locator('option', { hasText: room })
  const label = (await option.textContent()) ?? ''
  await page.getByLabel('Select Room for Call').selectOption({ label })
}

function press({ page }: Scene, action: string) {
  return page
    .getByRole('button', { name: new RegExp(`^${action} #`) })
    .first()
    .click()
}
