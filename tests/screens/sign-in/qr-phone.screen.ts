import { version } from '../../../package.json'
import { findViolationsInBothThemes } from '../../support/browser/axe.ts'
import {
  expect,
  openScreen,
  register,
  test,
  waitForHydration,
} from '../../support/screens/fixtures.ts'
import {
  authorize,
  openSignedOutPage,
  openTvAndPhone,
  PHONE,
  phoneField,
  readCode,
  showQr,
} from '../../support/screens/qr.ts'

test('a hash opens the phone page, signed in or not', async ({ browser, clinic, desk }) => {
  const { tv, phone } = await openTvAndPhone(browser, clinic)
  const path = await showQr(tv)
  for (const page of [phone, desk]) {
    await page.goto(`/#${path}`)
    await waitForHydration(page, 'PhoneSignIn')
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(path)
    await expect(page.getByRole('heading', { name: 'QR Login' })).toBeVisible()
    await expect(page.getByText('Clinic Calling System')).toBeVisible()
    await expect(page.locator('.phone__debug')).toHaveText(
      `v${version}Session: ${path.split('/')[2]}Step: login`,
    )
  }
  await register(desk, 'ALI')
  await openScreen(desk, '/queue', 'QueueScreen')
  await desk.evaluate(hash => {
    location.hash = hash
  }, path)
  await waitForHydration(desk, 'PhoneSignIn')
})

test('a phone without a QR session is asked for no password', async ({ browser, clinic }) => {
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

test('a tab that a script opened closes 3 s after success', async ({ browser, clinic }) => {
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

test('the phone names who asks, and warns', async ({ browser, clinic }) => {
  const userAgent =
    'Mozilla/5.0 (Linux; Android 12; BRAVIA 4K) AppleWebKit/537.36 Chrome/90.0 Safari/537.36'
  const { page: tv } = await openSignedOutPage(browser, clinic, { userAgent })
  const { phone } = await openTvAndPhone(browser, clinic)
  await phone.goto(await showQr(tv))
  await expect(phone.locator('.phone__asker')).toContainText('Chrome on Android TV')
  await expect(phone.locator('.phone__asker')).toContainText(
    /The clinic's computer \((127\.0\.0\.1|::1)\)/,
  )
  await expect(phone.locator('.phone__asker')).toContainText(/Time\d\d:\d\d$/)
  const warning = phone.getByText('Only continue if this code is on the screen in front of you')
  await expect(warning).toBeInViewport()
  await expect(phone.getByLabel('Password', { exact: true })).toBeVisible()
  expect(await findViolationsInBothThemes(phone)).toEqual([])
})
