import { getWrongCode } from '../support/samples.ts'
import { expect, openScreen, test, waitForHydration } from '../support/screens/fixtures.ts'
import {
  authorize,
  expectSignedIn,
  getQrDialog,
  openSignedOutPage,
  openTvAndPhone,
  phoneField,
  readCode,
  showQr,
  tvField,
} from '../support/screens/qr.ts'

test('wrong codes and passwords are reported at the field; five wrong codes end it for both', async ({
  browser,
  clinic,
}) => {
  const { tv, phone } = await openTvAndPhone(browser, clinic)
  const path = await showQr(tv)
  await phone.goto(path)
  await waitForHydration(phone, 'PhoneSignIn')
  const next = phone.getByRole('button', { name: 'Next' })
  await next.click()
  await expect(phone.getByText('Username is required')).toBeVisible()
  await expect(phone.getByText('Password is required')).toBeVisible()
  await expect(phone.getByLabel('Username')).toBeFocused()
  await phone.getByLabel('Username').fill('admin')
  await next.click()
  await expect(phone.getByText('Username is required')).toBeHidden()
  await expect(phone.getByLabel('Password', { exact: true })).toBeFocused()
  await phone.getByLabel('Password', { exact: true }).fill('wrong')
  await next.click()
  await expect(phone.locator('.alert')).toHaveText('Invalid username or password')
  await expect(phone.locator('.toast--destructive')).toContainText('Authorization Failed')

  await authorize(phone, path)
  expect(await phone.locator('.toast').count()).toBe(0)
  const no = getWrongCode(await readCode(phone), await readCode(tv))
  const complete = phone.getByRole('button', { name: 'Complete Login' })
  await phoneField(phone).fill('123')
  await complete.click()
  await expect(phone.locator('.alert')).toHaveText(
    'TV verification code must be at least 4 characters',
  )
  const verify = getQrDialog(tv).getByRole('button', { name: 'Verify' })
  await tvField(tv).fill('12345')
  await verify.click()
  await expect(tv.locator('.toast--destructive')).toContainText('Code Incomplete')
  await expect(getQrDialog(tv).getByRole('alert')).toHaveText(
    'Please enter 6-digit code from your phone',
  )

  for (let n = 1; n <= 4; n++) {
    await tvField(tv).fill(no)
    await verify.click()
    await expect(tv.locator('.toast--destructive')).toContainText('Verification Failed')
    await expect(getQrDialog(tv).getByRole('alert')).toHaveText('Invalid verification code')
    await expect(tvField(tv)).toHaveValue('')
  }
  await phoneField(phone).fill(no)
  await complete.click()
  await expect(phone.getByRole('heading', { name: 'Session Expired' })).toBeVisible()
  await expect(phone.locator('.toast--destructive')).toContainText(
    'QR session has expired. Please generate a new QR code.',
  )
  await expect(getQrDialog(tv)).toContainText('QR Code Expired')
  await expect(tv.locator('.toast')).toContainText('Please generate new QR code')
})

test('one wrong code on the phone allows another attempt', async ({ browser, clinic }) => {
  const { tv, phone } = await openTvAndPhone(browser, clinic)
  await authorize(phone, await showQr(tv))
  await phoneField(phone).fill(getWrongCode(await readCode(phone), await readCode(tv)))
  await phone.keyboard.press('Enter')
  await expect(phone.locator('.alert')).toHaveText('Invalid TV verification code')
  await expect(phone.locator('.toast--destructive')).toContainText('Verification Failed')
  await phoneField(phone).fill(await readCode(tv))
  await phone.keyboard.press('Enter')
  await expectSignedIn(tv)
})

test('an expired QR code says so, and closing the dialog starts over', async ({
  browser,
  clinic,
}) => {
  const { page: tv } = await openSignedOutPage(browser, clinic)
  await tv.clock.install()
  const path = await showQr(tv)
  const dialog = getQrDialog(tv)
  // A response that was on its way sets the page's clock back to the server's.
  await expect(async () => {
    await tv.clock.fastForward('05:05')
    await expect(dialog).toContainText('QR Code Expired', { timeout: 500 })
  }).toPass()
  await expect(dialog).toContainText('Please close and try again to generate new QR code')
  await dialog.getByText('Close', { exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(tv.getByRole('button', { name: 'Login with QR Code' })).toBeFocused()
  await tv.reload()
  await waitForHydration(tv, 'LoginCard')
  await expect(dialog).toHaveCount(0)
  expect(await showQr(tv)).not.toBe(path)
})

test('closing the dialog ends its live connection', async ({ browser, clinic }) => {
  const { page: tv } = await openSignedOutPage(browser, clinic)
  const connected = tv.waitForEvent('websocket')
  await showQr(tv)
  const socket = await connected
  await tv.keyboard.press('Escape')
  await expect(getQrDialog(tv)).toHaveCount(0)
  await expect.poll(() => socket.isClosed()).toBe(true)
})

test('a QR code that cannot be created closes the dialog, and a message gives the reason', async ({
  browser,
  clinic,
}) => {
  const { page: tv } = await openSignedOutPage(browser, clinic)
  await tv.route('**/api/qr/init', route => route.fulfill({ status: 500, body: '' }))
  await openScreen(tv, '/', 'LoginCard')
  await tv.getByRole('button', { name: 'Login with QR Code' }).click()
  await expect(tv.locator('.toast--destructive')).toContainText('QR Code Failed')
  await expect(tv.locator('.toast')).toContainText('Failed to generate QR code')
  await expect(getQrDialog(tv)).toHaveCount(0)
})
