import { authorize, phoneField, readCode, showQr } from '../../support/screens/qr.ts'
import type { Scene, Screen } from '../state.ts'

export const PHONE_PAGE: Screen = {
  title: 'QR Login on a phone',
  places: ['phone'],
  isSignedOut: true,
  states: [
    { name: 'login', show: scene => opened(scene) },
    {
      name: 'wrong password',
      async show(scene) {
        await opened(scene)
        await scene.page.getByLabel('Username').fill('admin')
        await scene.page.getByLabel('Password', { exact: true }).fill('a guess')
        await scene.page.getByRole('button', { name: 'Next' }).click()
        await scene.page.locator('.alert').waitFor()
      },
    },
    { name: 'verify', show: scene => authorized(scene), readme: 'phone.png' },
    {
      name: 'verify, code too short',
      async show(scene) {
        await authorized(scene)
        await phoneField(scene.page).fill('12')
        await scene.page.getByRole('button', { name: 'Complete Login' }).click()
        await scene.page.locator('.alert').waitFor()
      },
    },
    {
      name: 'done',
      async show(scene) {
        const tv = await authorized(scene)
        await phoneField(scene.page).fill(await readCode(tv))
        await scene.page.getByRole('button', { name: 'Complete Login' }).click()
        await scene.page.getByRole('heading', { name: 'Login Successful!' }).waitFor()
      },
    },
    { name: 'expired', show: scene => scene.open(`/qr-auth/${'a'.repeat(32)}`, 'PhoneSignIn') },
    { name: 'without a session', show: scene => scene.open('/qr-auth', 'PhoneSignIn') },
  ],
}

async function opened(scene: Scene) {
  const tv = await scene.openAnother('desk')
  await scene.open(await showQr(tv), 'PhoneSignIn')
}

/** Returns the TV, which shows its code. */
async function authorized({ page, openAnother }: Scene) {
  const tv = await openAnother('desk')
  await authorize(page, await showQr(tv))
  await tv.locator('.own-code').waitFor()
  return tv
}
