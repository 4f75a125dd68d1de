import { createTvDevice } from '../../../server/actions/tv-devices.ts'
import { createUser, toggleUser } from '../../../server/actions/users.ts'
import { ADMIN, type App } from '../../support/server/test-clinic.ts'
import type { Scene, Screen } from '../state.ts'

export const USERS: Screen = {
  title: 'User Management',
  places: ['desk', 'phone'],
  states: [
    { name: 'a few users', fill: someUsers, isWhole: true, show: open },
    {
      name: 'a name that is taken',
      fill: someUsers,
      async show(scene) {
        await open(scene)
        await scene.page.getByLabel('Username').fill('Aisyah')
        await scene.page.getByLabel('Password').fill('secret1')
        await scene.page.keyboard.press('Enter')
        await scene.page.locator('.toast--destructive, .alert').first().waitFor()
      },
    },
    { name: 'Manage Display, no TV yet', show: manageDisplay },
    {
      name: 'Manage Display, a link that was just made',
      fill: someTvs,
      async show(scene) {
        const dialog = await manageDisplay(scene)
        await dialog.getByLabel('Name', { exact: true }).fill('Pharmacy counter')
        await dialog.getByRole('button', { name: 'Add TV' }).click()
        await dialog.getByRole('img', { name: /^QR code/ }).waitFor()
      },
    },
    {
      name: 'Manage Display, a wrong pairing code',
      fill: someTvs,
      async show(scene) {
        const dialog = await manageDisplay(scene)
        await dialog.getByLabel('Name of this TV').fill('Upstairs')
        await dialog.getByLabel('Pairing code').fill('AAAAAA')
        await dialog.getByRole('button', { name: 'Connect TV' }).click()
        await dialog.getByRole('alert').waitFor()
      },
    },
  ],
}

function open(scene: Scene) {
  return scene.open('/administration', 'UsersScreen')
}

async function manageDisplay(scene: Scene) {
  await open(scene)
  await scene.page.getByRole('button', { name: 'Manage Display of admin' }).click()
  const dialog = scene.page.getByRole('dialog', { name: 'Manage Display' })
  await dialog
    .getByText(/No TVs yet|Waiting hall/)
    .first()
    .waitFor()
  return dialog
}

async function someUsers(clinic: App) {
  for (const username of ['aisyah', 'dr.lim', 'pharmacy.counter.evening.shift']) {
    await createUser(clinic, { username, password: 'secret1', role: 'user' })
  }
  const { id } = await createUser(clinic, {
    username: 'suresh',
    password: 'secret1',
    role: 'admin',
  })
  await toggleUser(clinic, id, ADMIN)
}

async function someTvs(clinic: App) {
  for (const name of ['Waiting hall', 'Children']) await createTvDevice(clinic, { userId: 1, name })
}
