import { findViolationsInBothThemes } from '../support/browser/axe.ts'
import { getWrongCode } from '../support/samples.ts'
import {
  expect,
  openScreen,
  register,
  test,
  waitForHydration,
} from '../support/screens/fixtures.ts'
import {
  authorize,
  getQrDialog,
  openSignedOutPage,
  openTvAndPhone,
  PHONE,
  phoneField,
  readCode,
  showQr,
} from '../support/screens/qr.ts'

test('the phone page also opens at a hash address, signed in or not', async ({
  browser,
  clinic,
  desk,
}) => {
  const { tv, phone } = await openTvAndPhone(browser, clinic)
  const path = await showQr(tv)
  for (const page of [phone, desk]) {
    await page.goto(`/#${path}`)
    await waitForHydration(page, 'PhoneSignIn')
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(path)
    await expect(page.getByRole('heading', { name: 'QR Login' })).toBeVisible()
    await expect(page.getByText('Clinic Calling System')).toBeVisible()
    await expect(page.locator('.phone__debug')).toHaveText(
      `v1.0.0Session: ${path.split('/')[2]}Step: login`,
    )
  }
  await register(desk, 'ALI')
  await openScreen(desk, '/queue', 'QueueScreen')
  await desk.evaluate(hash => {
    location.hash = hash
  }, path)
  await waitForHydration(desk, 'PhoneSignIn')
})

test('a phone page without a QR session, or with an ended one, asks for no password', async ({
  browser,
  clinic,
}) => {
  const { page: phone } = await openSignedOutPage(browser, clinic, PHONE)
  for (const path of ['/qr-auth', '/#/qr-auth/']) {
    await phone.goto(path)
    await expect(phone.getByRole('heading', { name: 'Session Expired' })).toBeVisible()
    await expect(phone.getByText('Invalid QR session. No sessionId received.')).toBeVisible()
  }
  await phone.goto(`/qr-auth/${'a'.repeat(32)}`)
  await waitForHydration(phone, 'PhoneSignIn')
  await expect(phone.getByLabel('Password')).toHaveCount(0)
  await expect(
    phone.getByText('This QR session has expired. Please generate a new QR code from the TV.'),
  ).toBeVisible()
  await phone.getByRole('button', { name: 'Close' }).click()
  await expect(phone.getByText('You can close this page')).toBeVisible()
})

test('a tab that a script has opened closes itself three seconds after success', async ({
  browser,
  clinic,
}) => {
  const { page: tv } = await openSignedOutPage(browser, clinic)
  const { page: opener } = await openSignedOutPage(browser, clinic, PHONE)
  const path = await showQr(tv)
  await opener.goto('/qr-auth')
  const opened = opener.waitForEvent('popup')
  await opener.evaluate(address => void window.open(address), path)
  const phone = await opened
  await authorize(phone, path)
  await phoneField(phone).fill(await readCode(tv))
  await phone.clock.install()
  await phone.keyboard.press('Enter')
  await expect(phone.getByRole('heading', { name: 'Login Successful!' })).toBeVisible()
  // The page is gone before it could answer.
  const threeSeconds = phone.clock.runFor(3_000).catch(() => {})
  await Promise.all([phone.waitForEvent('close'), threeSeconds])
})

test('axe finds nothing on either side, light and dark', async ({ browser, clinic }) => {
  const { tv, phone } = await openTvAndPhone(browser, clinic)
  const path = await showQr(tv)
  expect(await findViolationsInBothThemes(tv)).toEqual([])
  await phone.goto(path)
  await waitForHydration(phone, 'PhoneSignIn')
  await phone.getByRole('button', { name: 'Next' }).click()
  expect(await findViolationsInBothThemes(phone)).toEqual([])
  await authorize(phone, path)
  await phone.getByRole('button', { name: 'Complete Login' }).click()
  await expect(phone.locator('.alert')).toBeVisible()
  expect(await findViolationsInBothThemes(phone)).toEqual([])
  await expect(getQrDialog(tv)).toContainText('Authorization Success!')
  await getQrDialog(tv).getByRole('button', { name: 'Verify' }).click()
  await expect(getQrDialog(tv).getByRole('alert')).toBeVisible()
  expect(await findViolationsInBothThemes(tv)).toEqual([])

  for (let n = 1; n <= 5; n++) {
    await phoneField(phone).fill(getWrongCode(await readCode(tv)))
    const answered = phone.waitForResponse('**/finalize')
    await phone.getByRole('button', { name: 'Complete Login' }).click()
    await answered
  }
  await expect(phone.getByRole('heading', { name: 'Session Expired' })).toBeVisible()
  await expect(getQrDialog(tv)).toContainText('QR Code Expired')
  expect(await findViolationsInBothThemes(phone)).toEqual([])
  expect(await findViolationsInBothThemes(tv)).toEqual([])
})

test('on a phone every control is large enough for a finger, and no field zooms in', async ({
  browser,
  clinic,
}) => {
  const { tv, phone } = await openTvAndPhone(browser, clinic)
  const path = await showQr(tv)
  await phone.goto(path)
  await waitForHydration(phone, 'PhoneSignIn')
  const check = () =>
    phone.locator('.phone input, .phone button').evaluateAll(controls =>
      controls.map(control => ({
        isTall: control.getBoundingClientRect().height >= 44,
        isReadable: Number.parseFloat(getComputedStyle(control).fontSize) >= 16,
      })),
    )
  const good = { isTall: true, isReadable: true }
  expect(await check()).toEqual([good, good, good, good])
  await authorize(phone, path)
  expect(await check()).toEqual([good, good])
  const isTooWide = await phone.evaluate(() => document.body.scrollWidth > innerWidth)
  expect(isTooWide).toBe(false)
})
