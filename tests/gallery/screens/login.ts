import { toggleUser } from '../../../server/actions/users.ts'
import { getWrongCode } from '../../support/samples.ts'
import { authorize, getQrDialog, readCode, showQr, tvField } from '../../support/screens/qr.ts'
import { ADMIN, NURSE } from '../../support/server/test-clinic.ts'
import type { Scene, Screen } from '../state.ts'

export const LOGIN: Screen = {
  title: 'Login',
  places: ['desk', 'phone'],
  isSignedOut: true,
  states: [
    { name: 'plain', show: scene => scene.open('/', 'LoginCard') },
    {
      name: 'a field is missing',
      async show(scene) {
        await scene.open('/', 'LoginCard')
        await press(scene)
        await scene.page.getByText('Username is required').waitFor()
      },
    },
    { name: 'wrong password', show: scene => tryToSignIn(scene, ADMIN.username, 'a guess') },
    {
      name: 'slowed down',
      async show(scene) {
        const data = { username: 'admin', password: 'a guess' }
        for (let n = 1; n <= 7; n++) await scene.context.request.post('/api/auth/login', { data })
        await tryToSignIn(scene, 'admin', 'a guess')
      },
    },
    {
      name: 'inactive',
      fill: clinic => toggleUser(clinic, NURSE.id, ADMIN),
      show: scene => tryToSignIn(scene, NURSE.username, NURSE.password),
    },
    { name: 'QR code shown', show: ({ page }) => showQr(page) },
    {
      name: 'QR code authorised',
      async show(scene) {
        await authorized(scene)
      },
    },
    {
      name: 'QR code, wrong code typed',
      async show(scene) {
        const phone = await authorized(scene)
        await tvField(scene.page).fill(
          getWrongCode(await readCode(phone), await readCode(scene.page)),
        )
        await scene.page.keyboard.press('Enter')
        await getQrDialog(scene.page).getByRole('alert').waitFor()
      },
    },
    {
      name: 'QR code expired',
      async show({ page }) {
        await page.clock.install()
        await showQr(page)
        await page.clock.fastForward('05:00')
        await page.getByText('QR Code Expired').first().waitFor()
      },
    },
  ],
}

function press({ page }: Scene) {
  return page.getByRole('button', { name: 'Login', exact: true }).click()
}

async function tryToSignIn(scene: Scene, username: string, password: string) {
  await scene.open('/', 'LoginCard')
  await scene.page.getByLabel('Username').fill(username)
  await scene.page.getByLabel('Password', { exact: true }).fill(password)
  await press(scene)
  await scene.page.locator('.alert').waitFor()
}

/** After the sign-in on the phone. Returns the phone. */
async function authorized(scene: Scene) {
  const path = await showQr(scene.page)
  const phone = await scene.openAnother('phone')
  await authorize(phone, path)
  await getQrDialog(scene.page).getByText('Authorization Success!').waitFor()
  return phone
}
