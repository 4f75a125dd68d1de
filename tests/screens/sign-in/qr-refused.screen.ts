import { findViolationsInBothThemes } from '../../support/browser/axe.ts'
import { getWrongCode } from '../../support/samples.ts'
import { expect, type Page, test, waitForHydration } from '../../support/screens/fixtures.ts'
import {
  authorize,
  getQrDialog,
  openSignedOutPage,
  openTvAndPhone,
  phoneField,
  readCode,
  showQr,
  tvField,
} from '../../support/screens/qr.ts'

test('wrong input is named; five wrong codes end it for both', async ({ browser, clinic }) => {
  const { tv, phone } = await openTvAndPhone(browser, clinic)
  const path = await showQr(tv)
  await phone.goto(path)
  await waitForHydration(phone, 'PhoneSignIn')
  expect(await findViolationsInBothThemes(tv)).toEqual([])
  const next = phone.getByRole('button', { name: 'Next' })
  await next.click()
  await expect(phone.getByText('Username is required')).toBeVisible()
  await expect(phone.getByText('Password is required')).toBeVisible()
  await expect(phone.getByLabel('Username')).toBeFocused()
  expect(await findViolationsInBothThemes(phone)).toEqual([])
  expect(await findTooSmall(phone)).toEqual([])
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
  await phoneField(phone).fill('123 ')
  await complete.click()
  await expect(phone.locator('.alert')).toHaveText(
    'TV verification code must be at least 4 characters',
  )
  expect(await findTooSmall(phone)).toEqual([])
  expect(await findViolationsInBothThemes(phone)).toEqual([])
  const verify = getQrDialog(tv).getByRole('button', { name: 'Verify' })
  await tvField(tv).fill('12345')
  await verify.click()
  await expect(tv.locator('.toast--destructive')).toContainText('Code Incomplete')
  await expect(getQrDialog(tv).getByRole('alert')).toHaveText(
    'Please enter 6-digit code from your phone',
  )
  expect(await findViolationsInBothThemes(tv)).toEqual([])

  for (let n = 1; n <= 4; n++) {
    await tvField(tv).fill(no)
    await verify.click()
    await expect(tv.locator('.toast--destructive')).toContainText('Verification Failed')
    await expect(getQrDialog(tv).getByRole('alert')).toHaveText('Invalid verification code')
    await expect(tvField(tv)).toHaveValue('')
  }
  await phoneField(phone).fill(no.slice(2))
  await complete.click()
  await expect(phone.getByRole('heading', { name: 'Session Expired' })).toBeVisible()
  await expect(phone.locator('.toast--destructive')).toContainText(
    'QR session has expired. Please generate a new QR code.',
  )
  await expect(getQrDialog(tv)).toContainText('QR Code Expired')
  await expect(tv.locator('.toast')).toContainText('Please generate new QR code')
  for (const page of [phone, tv]) expect(await findViolationsInBothThemes(page)).toEqual([])
})

/** What a finger misses, what a phone zooms into, and a page that is wider than the phone. */
function findTooSmall(phone: Page) {
  return phone.evaluate(() => [
    ...Array.from(document.querySelectorAll('.phone input, .phone button'))
      .filter(control => {
        const size = Number.parseFloat(getComputedStyle(control).fontSize)
        return control.getBoundingClientRect().height < 44 || size < 16
      })
      .map(control => control.outerHTML),
    ...(document.body.scrollWidth > innerWidth ? ['the page'] : []),
  ])
}

test('an expired QR code says so, and can be made anew; a failure is a message', async ({
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
  const connected = tv.waitForEvent('websocket')
  expect(await showQr(tv)).not.toBe(path)
  const socket = await connected
  await tv.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => socket.isClosed()).toBe(true)

  await tv.route('**/api/qr/init', route => route.fulfill({ status: 500, body: '' }))
  await tv.getByRole('button', { name: 'Login with QR Code' }).click()
  await expect(tv.locator('.toast--destructive')).toContainText('QR Code Failed')
  await expect(tv.locator('.toast')).toContainText('Failed to generate QR code')
  await expect(dialog).toHaveCount(0)
})
