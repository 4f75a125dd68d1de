import { createBackup } from '../../../server/actions/backups.ts'
import { addRoom, toggleRoom } from '../../../server/actions/rooms.ts'
import { aMorning } from '../day.ts'
import type { Scene, Screen } from '../state.ts'

export const SYSTEM: Screen = {
  title: 'System Management',
  places: ['desk', 'phone'],
  states: [
    { name: 'a new clinic', isWhole: true, show: open },
    {
      name: 'a day in progress',
      isWhole: true,
      async fill(clinic) {
        await aMorning(clinic)
        await addRoom(clinic, { name: 'Treatment Room 4 - Dr. Rajeswari Pillai' })
        const { id } = await addRoom(clinic, { name: 'Store' })
        await toggleRoom(clinic, id)
        await createBackup(clinic, 'nightly')
        await createBackup({ ...clinic, now: () => '2026-11-20T01:30:00.000Z' }, 'manual')
      },
      show: open,
    },
    {
      name: 'a room is renamed, another is to be deleted',
      async show(scene) {
        await open(scene)
        await scene.page.getByRole('button', { name: 'Edit' }).first().click()
        await scene.page
          .locator('.room-card')
          .getByRole('button', { name: 'Delete' })
          .nth(1)
          .click()
      },
    },
    {
      name: 'a name that is taken',
      async show(scene) {
        await open(scene)
        await scene.page.getByLabel('Room Name').fill('Room 1')
        await scene.page.keyboard.press('Enter')
        await scene.page.locator('.toast--destructive').waitFor()
      },
    },
    {
      name: 'restore, asking',
      fill: clinic => createBackup(clinic, 'manual'),
      async show(scene) {
        await open(scene)
        await scene.page.getByRole('button', { name: 'Restore' }).click()
        await scene.page.getByLabel('Your password').fill('a guess')
        await scene.page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
        await scene.page.getByRole('dialog').getByRole('alert').waitFor()
      },
    },
  ],
}

async function open(scene: Scene) {
  await scene.open('/management', 'RoomsScreen')
  await scene.page.locator('[data-island=BackupsCard][data-awake]').waitFor()
}
