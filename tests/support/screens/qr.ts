import type { Browser, Page } from 'playwright/test'
import { collectConsoleErrors } from '../browser/console-errors.ts'
import { ADMIN, expect, type RunningClinic, waitForHydration } from './fixtures.ts'

type Options = Parameters<Browser['newContext']>[0]
export const PHONE: Options = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
}

export async function openSignedOutPage(
  browser: Browser,
  clinic: RunningClinic,
  options: Options = {},
) {
  const context = await browser.newContext({ baseURL: clinic.url, ...options })
  const page = await context.newPage()
  return { page, consoleErrors: collectConsoleErrors(page) }
}

export async function openTvAndPhone(browser: Browser, clinic: RunningClinic) {
  const { page: tv } = await openSignedOutPage(browser, clinic)
  const { page: phone } = await openSignedOutPage(browser, clinic, PHONE)
  return { tv, phone }
}

export const getQrDialog = (page: Page) => page.getByRole('dialog', { name: 'Login with QR Code' })

/** Opens the QR dialog and returns the path in its QR code. */
export async function showQr(tv: Page) {
  await tv.goto('/')
  await waitForHydration(tv, 'LoginCard')
  const response = tv.waitForResponse('**/api/qr/init')
  await tv.getByRole('button', { name: 'Login with QR Code' }).click()
  const { qrUrl } = await (await response).json()
  await expect(getQrDialog(tv).getByRole('img', { name: 'QR code' })).toBeVisible()
  await expect(getQrDialog(tv)).toContainText(/Expires in [45]:\d\d/)
  return new URL(qrUrl).pathname
}

export async function authorize(phone: Page, path: string) {
  await phone.goto(path)
  await waitForHydration(phone, 'PhoneSignIn')
  await phone.getByLabel('Username').fill(ADMIN.username)
  await phone.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await phone.getByRole('button', { name: 'Next' }).click()
  await expect(phone.getByRole('heading', { name: 'TV Verification Code' })).toBeVisible()
  await expect(phone.getByText('Authorized as: admin')).toBeVisible()
}

export const readCode = async (page: Page) =>
  (await page.locator('.code-box strong').textContent()) ?? ''
export const tvField = (tv: Page) => tv.getByLabel('Enter the 6-digit code displayed on your phone')
export const phoneField = (phone: Page) =>
  phone.getByLabel('Enter the 4-6 digit code displayed on the TV screen')

export async function expectSignedIn(tv: Page) {
  await expect(tv.getByRole('dialog', { name: 'TV Display Ready' })).toBeVisible()
  await expect(tv.locator('.toast')).toContainText('QR Login Success')
  expect(new URL(tv.url()).pathname + new URL(tv.url()).search).toBe('/')
}
