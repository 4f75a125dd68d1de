import {
  aBrowser,
  aTvAndAPhone,
  authorize,
  BY_ASKING,
  codeOn,
  dialogOf,
  isSignedIn,
  PHONE,
  phoneField,
  showQr,
  tvField,
} from '../support/qr-screens.ts'
import { awake, expect, test } from '../support/screen.ts'

test('the code of the phone is typed on the TV, and the TV is ready; the phone is done too', async ({
  browser,
  clinic,
}) => {
  const { page: tv, troubles } = await aBrowser(browser, clinic)
  const { page: phone, troubles: phoneTroubles } = await aBrowser(browser, clinic, PHONE)
  const path = await showQr(tv)
  await expect(dialogOf(tv).getByRole('listitem')).toHaveText([
    'Scan the QR code with your phone camera',
    'Log in on the page that opens',
    'The system redirects automatically',
  ])
  const size = await tv.locator('.qr-code').boundingBox()
  expect([size?.width, size?.height]).toEqual([200, 200])

  await authorize(phone, path)
  await expect(tv.locator('.toast')).toContainText('Waiting for final confirmation...')
  await expect(dialogOf(tv)).toContainText('Authorization Success!')
  await expect(tvField(tv)).toBeFocused()
  await tv.keyboard.type(`x${await codeOn(phone)}9`)
  await expect(tvField(tv)).toHaveValue(await codeOn(phone))
  await tv.keyboard.press('Enter')
  await isSignedIn(tv)
  await expect(phone.getByRole('heading', { name: 'Login Successful!' })).toBeVisible()
  await expect(phone.getByText('You can close this page')).toBeVisible()
  expect((await phone.request.get(`${clinic.url}/api/auth/me`)).status()).toBe(401)
  expect([...troubles, ...phoneTroubles]).toEqual([])
})

test('the code of the TV is typed on the phone, and the TV is ready by itself', async ({
  browser,
  clinic,
}) => {
  const { page: tv, troubles } = await aBrowser(browser, clinic)
  const { page: phone } = await aBrowser(browser, clinic, PHONE)
  await authorize(phone, await showQr(tv))
  await expect(dialogOf(tv)).toContainText('Or type this code on your phone: ')
  await phoneField(phone).fill(await codeOn(tv))
  await phone.getByRole('button', { name: 'Complete Login' }).click()
  await expect(phone.getByRole('heading', { name: 'Login Successful!' })).toBeVisible()
  await isSignedIn(tv)
  expect(troubles).toEqual([])
  await tv.reload()
  await expect(tv.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

for (const side of ['TV', 'phone']) {
  test(`without any live connection it works by asking, finished on the ${side}`, async ({
    browser,
    clinic,
  }) => {
    const { page: tv } = await aBrowser(browser, clinic)
    await tv.routeWebSocket('**/engine.io/**', socket => socket.close())
    await tv.route('**/engine.io/**', route => route.abort())
    const { page: phone } = await aBrowser(browser, clinic, PHONE)
    await authorize(phone, await showQr(tv))
    await expect(dialogOf(tv)).toContainText('Authorization Success!')
    const [field, other] = side === 'TV' ? [tvField(tv), phone] : [phoneField(phone), tv]
    await field.fill(await codeOn(other))
    await field.press('Enter')
    await isSignedIn(tv, BY_ASKING)
    await expect(phone.getByRole('heading', { name: 'Login Successful!' })).toBeVisible()
  })
}

test('either page may be loaded anew in the middle, and goes on', async ({ browser, clinic }) => {
  const { tv, phone } = await aTvAndAPhone(browser, clinic)
  const path = await showQr(tv)
  await tv.reload()
  await expect(dialogOf(tv).getByRole('img', { name: 'QR code' })).toBeVisible()
  await authorize(phone, path)
  await expect(dialogOf(tv)).toContainText('Authorization Success!')

  const [onTv, onPhone] = [await codeOn(tv), await codeOn(phone)]
  await phone.reload()
  await tv.reload()
  await expect(phone.getByText('Authorized as: admin')).toBeVisible()
  await expect(tv.locator('.own-code')).toHaveText(onTv)
  await expect(phone.locator('.own-code')).toHaveText(onPhone)
  await phoneField(phone).fill(onTv)
  await phone.keyboard.press('Enter')
  await isSignedIn(tv)
})

test('two TVs at once: each is signed in by its own phone alone', async ({ browser, clinic }) => {
  const [hall, ward] = [await aBrowser(browser, clinic), await aBrowser(browser, clinic)]
  const phone = await aBrowser(browser, clinic, PHONE)
  const path = await showQr(hall.page)
  await showQr(ward.page)
  await authorize(phone.page, path)
  await phoneField(phone.page).fill(await codeOn(hall.page))
  await phone.page.keyboard.press('Enter')
  await isSignedIn(hall.page)
  await expect(dialogOf(ward.page).getByRole('img', { name: 'QR code' })).toBeVisible()
})

test('the login page stays light until the dialog is opened', async ({ browser, clinic }) => {
  const { page: tv } = await aBrowser(browser, clinic)
  const scripts: string[] = []
  tv.on('response', answer => {
    if (answer.request().resourceType() === 'script') scripts.push(answer.url())
  })
  await tv.goto('/')
  await awake(tv, 'LoginCard')
  const before = scripts.length
  await showQr(tv)
  const late = scripts.slice(before).filter(url => !scripts.slice(0, before).includes(url))
  expect(late.join()).toMatch(/QrSignIn.*/)
  expect(late.length).toBeGreaterThanOrEqual(3)
})
