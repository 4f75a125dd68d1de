import {
  expect,
  openScreen,
  type Page,
  test,
  waitForHydration,
  waitForLive,
} from '../support/screens/fixtures.ts'
import { settingsBody } from '../support/settings.ts'

test('an unknown address says so and leads back; capitals do not matter', async ({ desk }) => {
  await desk.goto('/nothing/here')
  await expect(desk.getByRole('heading')).toHaveText('404 - Page Not Found')
  await expect(
    desk.getByText('The page you are looking for does not exist or has been moved.'),
  ).toBeVisible()
  await desk.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(desk.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await desk.goto('/Queue/')
  const link = desk.getByRole('link', { name: 'Queue Management' })
  await expect(link).toHaveAttribute('aria-current', 'page')
})

test('after an update every open tab loads the new page, once', async ({
  desk,
  context,
  clinic,
}) => {
  await clinic.seed(['ALI'])
  const second = await context.newPage()
  const loads = new Map([desk, second].map(page => [page, 0]))
  for (const page of [desk, second]) {
    await openScreen(page, '/queue', 'QueueScreen')
    page.on('load', () => loads.set(page, (loads.get(page) ?? 0) + 1))
  }
  await context.route('**/api/patients', async route => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'x-build': 'assets/hydrate-of-the-update.js' }
    await route.fulfill({ response, headers })
  })
  const refresh = async (page: Page) => {
    const answered = page.waitForResponse('**/api/patients')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await answered
  }
  for (const page of [desk, second]) {
    await refresh(page)
    await expect.poll(() => loads.get(page)).toBe(1)
    await waitForHydration(page, 'QueueScreen')
    await refresh(page)
    await expect(page.getByText('Refreshed')).toBeVisible()
    expect(loads.get(page)).toBe(1)
  }
})

test('the sidebar stays in sight, folds with Ctrl+B, and stays so', async ({ desk, clinic }) => {
  await clinic.seed(Array.from({ length: 40 }, (_, n) => `P${n}`))
  await openScreen(desk, '/queue', 'Sidebar')
  await desk.mouse.move(900, 500)
  await desk.mouse.wheel(0, 900)
  await expect.poll(() => desk.evaluate(() => scrollY)).toBeGreaterThan(400)
  expect((await desk.locator('.sidebar').boundingBox())?.y).toBeCloseTo(0, 0)
  await expect(desk.getByText('Administrator')).toBeVisible()
  await desk.keyboard.press('Control+b')
  await expect(desk.getByText('Administrator')).toBeHidden()
  await desk.reload()
  await expect(desk.getByText('Administrator')).toBeHidden()
})

test('the sidebar credits its designer on a low screen, too', async ({ desk }) => {
  const data = settingsBody({ clinicName: 'Klinik Kesihatan Kampung Baru' })
  expect((await desk.request.put('/api/settings', { data })).status()).toBe(200)
  await openScreen(desk, '/queue', 'Sidebar')
  for (const height of [768, 600]) {
    await desk.setViewportSize({ width: 1366, height })
    await expect(desk.getByText('Designed by Clinic Queue')).toBeInViewport({ ratio: 1 })
    await desk.getByRole('link', { name: 'Account Settings' }).scrollIntoViewIfNeeded()
    await expect(desk.getByRole('link', { name: 'Account Settings' })).toBeInViewport({ ratio: 1 })
  }
})

test('sidebar and header are gone while the browser is in fullscreen', async ({ desk }) => {
  await openScreen(desk, '/queue', 'Sidebar')
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await desk.setViewportSize(size)
    const bar = desk.locator(size.width > 768 ? '.sidebar' : '.topbar')
    await expect(bar).toBeVisible()
    await desk.evaluate(() => document.documentElement.requestFullscreen())
    await expect(bar).toBeHidden()
    await desk.evaluate(() => document.exitFullscreen())
    await expect(bar).toBeVisible()
  }
  // A headless browser has no F11: its rules are applied as if it had been pressed.
  await desk.evaluate(() => {
    function applyIn(rules: CSSRuleList) {
      for (const rule of rules) {
        if (rule instanceof CSSMediaRule && rule.conditionText === '(display-mode: fullscreen)') {
          rule.media.mediaText = 'all'
        }
        if (rule instanceof CSSGroupingRule) applyIn(rule.cssRules)
      }
    }
    for (const sheet of document.styleSheets) applyIn(sheet.cssRules)
  })
  await expect(desk.locator('.topbar')).toBeHidden()
  await desk.setViewportSize({ width: 1440, height: 900 })
  await expect(desk.locator('.sidebar')).toBeHidden()
})

test('a theme stays, on all tabs, or follows the device', async ({ desk, context }) => {
  const html = desk.locator('html')
  await desk.emulateMedia({ colorScheme: 'dark' })
  await openScreen(desk, '/', 'Sidebar')
  const other = await context.newPage()
  await other.goto('/queue')
  await expect(html).toHaveAttribute('data-theme', 'light')
  await desk.getByRole('button', { name: 'Light theme' }).click()
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(other.getByRole('button', { name: 'Dark theme' })).toBeVisible()
  // Without the islands' code: what is seen is painted before hydration.
  await other.route('**/assets/*.js', route => route.abort())
  await other.reload()
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')

  await desk.getByRole('button', { name: 'Dark theme' }).click()
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await desk.emulateMedia({ colorScheme: 'light' })
  await expect(html).toHaveAttribute('data-theme', 'light')
  await desk.reload()
  await expect(desk.getByRole('button', { name: 'Theme of this device' })).toBeVisible()
  await desk.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveAttribute('data-theme', 'dark')
})

test('on a phone, upright or sideways, the menu slides in, and Escape closes it', async ({
  desk,
}) => {
  await desk.setViewportSize({ width: 390, height: 844 })
  await openScreen(desk, '/queue', 'Sidebar')
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    await desk.setViewportSize(viewport)
    await expect(desk.getByRole('link', { name: 'Dashboard' })).toBeHidden()
    await desk.getByRole('button', { name: 'Open menu' }).click()
    await expect(desk.getByRole('link', { name: 'Dashboard' })).toBeVisible()
    await expect(desk.getByRole('link', { name: 'Queue Management' })).toBeFocused()
    await desk.keyboard.press('Escape')
    await expect(desk.getByRole('link', { name: 'Dashboard' })).toBeHidden()
    await expect(desk.getByRole('button', { name: 'Open menu' })).toBeFocused()
    const isWide = await desk.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(isWide).toBe(false)
  }
})

test('a page whose code could not be loaded recovers by itself', async ({ desk }) => {
  let isDown = true
  await desk.route('**/assets/{Sidebar,live}-*.js', route =>
    isDown ? route.abort() : route.continue(),
  )
  await desk.goto('/queue')
  await expect(desk.locator('.offline-line')).toBeVisible()
  isDown = false
  await waitForLive(desk)
})
