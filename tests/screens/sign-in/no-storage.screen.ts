import { PAGES } from '#domain/pages'
import { collectConsoleErrors } from '../../support/browser/console-errors.ts'
import {
  ADMIN,
  expect,
  openScreen,
  type Page,
  register,
  waitForHydration,
} from '../../support/screens/fixtures.ts'
import { test } from '../../support/screens/kiosk-fixtures.ts'
import { getTicketPath, turnTicketsOn } from '../../support/screens/tickets.ts'

const SENTENCE = 'This browser stores nothing'

/** Runs in the page. The other ways in which it fails are in the tests of `islands/ui/storage`. */
function forbidStorage() {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('Access is denied', 'SecurityError')
      },
    })
}

async function waitUntilAwake(page: Page) {
  await expect(page.locator('[data-island]').first()).toBeAttached()
  await expect(page.locator('[data-island]:not([data-awake])')).toHaveCount(0)
}

test('staff work with a storage that may not be touched, and are told once', async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page)
  await page.addInitScript(forbidStorage)
  await openScreen(page, '/', 'LoginCard')
  await expect(page.getByText(SENTENCE)).toHaveCount(0)
  await page.getByLabel('Username').fill(ADMIN.username)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.locator('.toast')).toContainText(SENTENCE)
  for (const { path } of Object.values(PAGES)) {
    await page.goto(path)
    await waitUntilAwake(page)
    await expect(page.getByText(SENTENCE)).toHaveCount(0)
  }

  await openScreen(page, '/register', 'RegisterScreen')
  await page.getByLabel('Patient Name').fill('ali')
  await page.keyboard.press('Enter')
  await expect(page.locator('.recent__row').first()).toContainText('ALI')
  await openScreen(page, '/queue', 'Sidebar')
  await page.getByRole('button', { name: 'Light theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('button', { name: 'Dark theme' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.locator('.toast')).toContainText('Logout Successful')
  await expect(page.locator('.alert')).toHaveCount(0)
  expect(consoleErrors).toEqual([])
})

test("patients' pages and TVs work with a storage that may not be touched", async ({
  desk,
  kiosk,
  kioskPath,
  browser,
  clinic,
}) => {
  await turnTicketsOn(desk)
  await register(desk, 'ALI')
  const ticketPath = await getTicketPath(desk, 1)
  const { qrUrl } = await (await desk.request.post('/api/qr/init')).json()
  const data = { userId: 1, name: 'Hall' }
  const { token } = await (await desk.request.post('/api/tv-devices', { data })).json()

  await kiosk.addInitScript(forbidStorage)
  await kiosk.goto(kioskPath)
  await waitForHydration(kiosk, 'KioskScreen')
  await expect(kiosk.getByRole('heading', { level: 1 })).toBeVisible()

  const page = await (await browser.newContext({ baseURL: clinic.url })).newPage()
  const consoleErrors = collectConsoleErrors(page)
  await page.addInitScript(forbidStorage)
  for (const path of ['/tv', '/kiosk']) {
    await page.goto(path)
    await expect(page.getByText(/^[A-Z2-9]{3} [A-Z2-9]{3}$/)).toBeVisible()
  }
  await page.goto(`/tv/${token}`)
  await expect(page.locator('body')).toHaveAttribute('data-awake', '')
  await page.goto(ticketPath)
  await expect(page.locator('.ticket__digits')).toHaveText('001')
  await page.goto(new URL(qrUrl).pathname)
  await waitForHydration(page, 'PhoneSignIn')
  await expect(page.getByLabel('Username')).toBeVisible()
  await expect(page.getByText(SENTENCE)).toHaveCount(0)
  expect(consoleErrors).toEqual([])
})

test('a page that cannot be drawn does not reload for ever without a storage', async ({ page }) => {
  await page.addInitScript(forbidStorage)
  await openScreen(page, '/', 'LoginCard')
  let loads = 0
  page.on('load', () => loads++)
  await page.evaluate(() => {
    const { createElement } = document
    document.createElement = (name: string, options?: ElementCreationOptions) => {
      if (name === 'path') throw new Error('broken on purpose')
      return createElement.call(document, name, options)
    }
    const { createElementNS } = document
    document.createElementNS = ((...args: Parameters<typeof createElementNS>) => {
      throw new Error(`broken on purpose: ${args[1]}`)
    }) as typeof createElementNS
  })
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByText('This page has an error.')).toBeVisible()
  expect(loads).toBe(0)
})

test('a browser that blocks cookies is told why nobody can log in', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'cookieEnabled', { value: false }),
  )
  await openScreen(page, '/', 'LoginCard')
  await page.getByLabel('Username').fill(ADMIN.username)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.locator('.alert')).toContainText('This browser blocks cookies')
})
