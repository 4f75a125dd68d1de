import type { Browser, Page } from 'playwright/test'
import { listenForTrouble } from './page-trouble.ts'
import { ADMIN, awake, expect, type RunningClinic } from './screen.ts'

type Options = Parameters<Browser['newContext']>[0]
export const PHONE: Options = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
}

/** A browser of its own, signed out. */
export async function aBrowser(browser: Browser, clinic: RunningClinic, options: Options = {}) {
  const context = await browser.newContext({ baseURL: clinic.url, ...options })
  const page = await context.newPage()
  return { page, troubles: listenForTrouble(page) }
}

/** The two who sign in by a QR code, both signed out. */
export async function aTvAndAPhone(browser: Browser, clinic: RunningClinic) {
  const { page: tv } = await aBrowser(browser, clinic)
  const { page: phone } = await aBrowser(browser, clinic, PHONE)
  return { tv, phone }
}

export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Login with QR Code' })

/** Opens the dialog on a login page; answers what its QR code holds, as a phone on this machine opens it. */
export async function showQr(tv: Page) {
  await tv.goto('/')
  await awake(tv, 'LoginCard')
  const made = tv.waitForResponse('**/api/qr/init')
  await tv.getByRole('button', { name: 'Login with QR Code' }).click()
  const { qrUrl } = await (await made).json()
  await expect(dialogOf(tv).getByRole('img', { name: 'QR code' })).toBeVisible()
  await expect(dialogOf(tv)).toContainText(/Expires in [45]:\d\d/)
  return new URL(qrUrl).pathname
}

export async function authorize(phone: Page, path: string) {
  await phone.goto(path)
  await awake(phone, 'PhoneSignIn')
  await phone.getByLabel('Username').fill(ADMIN.username)
  await phone.getByLabel('Password').fill(ADMIN.password)
  await phone.getByRole('button', { name: 'Next' }).click()
  await expect(phone.getByRole('heading', { name: 'TV Verification Code' })).toBeVisible()
  await expect(phone.getByText('Authorized as: admin')).toBeVisible()
}

export const codeOn = async (page: Page) => (await page.locator('.own-code').textContent()) ?? ''
export const tvField = (tv: Page) => tv.getByLabel('Enter the 6-digit code displayed on your phone')
export const phoneField = (phone: Page) =>
  phone.getByLabel('Enter the 4-6 digit code displayed on the TV screen')
export const wrong = (...codes: string[]) => (codes.includes('111111') ? '222222' : '111111')

/** A TV that has to ask does so every two seconds, and then loads a whole page. */
export const BY_ASKING = { timeout: 10_000 }

export async function isSignedIn(tv: Page, within?: typeof BY_ASKING) {
  await expect(tv.getByRole('dialog', { name: 'TV Display Ready' })).toBeVisible(within)
  await expect(tv.locator('.toast')).toContainText('QR Login Success')
  expect(new URL(tv.url()).pathname + new URL(tv.url()).search).toBe('/')
}
