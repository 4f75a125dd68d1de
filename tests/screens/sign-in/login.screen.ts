import { collectConsoleErrors } from '../../support/browser/console-errors.ts'
import {
  ADMIN,
  expect,
  openScreen,
  type Page,
  register,
  stopClock,
  test,
  waitForHydration,
} from '../../support/screens/fixtures.ts'

const LOGOUT = '**/api/auth/logout'

test('who arrives types at once, sees the password, and comes to the page', async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page)
  await page.goto('/queue')
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.type(ADMIN.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(ADMIN.password)
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('type', 'password')
  await waitForHydration(page, 'LoginCard')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue(ADMIN.password)
  await password.press('Enter')

  await expect(page.getByRole('heading', { name: 'Queue Management' })).toBeVisible()
  await expect(page.locator('.toast')).toContainText('Login Success')
  await expect(page.locator('.toast')).toContainText('Welcome, admin!')
  expect(new URL(page.url()).pathname).toBe('/queue')
  expect(consoleErrors).toEqual([])
})

test('missing and wrong input is reported next to the field', async ({ page }) => {
  await openScreen(page, '/', 'LoginCard')
  const login = page.getByRole('button', { name: 'Login', exact: true })
  const place = await login.boundingBox()
  await login.click()
  await expect(page.getByText('Username is required')).toHaveCount(1)
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.getByLabel('Username').fill('admin')
  await login.click()
  await expect(page.getByText('Username is required')).toBeHidden()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await login.click()
  await expect(page.locator('.alert')).toHaveText('Invalid username or password')
  await expect(page.locator('.toast--destructive')).toHaveText('Login Failed')
  expect(await login.boundingBox()).toEqual(place)

  // The login page has no session to lose, whatever a proxy answers.
  await page.route('**/api/qr/init', route => route.fulfill({ status: 401, body: '' }))
  let loads = 0
  page.on('load', () => loads++)
  await page.getByRole('button', { name: 'Login with QR Code' }).click()
  await expect(page.locator('.toast').last()).toContainText('QR Code Failed')
  expect(loads).toBe(0)
})

test('after signing out no tab shows a patient', async ({ desk, context }) => {
  await desk.clock.install()
  await openScreen(desk, '/', 'Sidebar')
  const other = await context.newPage()
  await openScreen(other, '/queue', 'QueueScreen')

  await stopClock(desk)
  await desk.getByRole('button', { name: 'Logout' }).click()
  await expect(desk.getByRole('heading', { name: 'Login' })).toBeVisible()
  await expect(desk.locator('.toast')).toContainText('Logout Successful')
  await expect(desk.locator('.toast')).toContainText(
    'You have successfully logged out from the system',
  )
  await expect(other.getByRole('heading', { name: 'Login' })).toBeVisible()
  await expect(other.locator('.alert')).toContainText('You were logged out: in another tab')
  await expect(desk.locator('.alert')).toHaveCount(0)
  await desk.goBack()
  await expect(desk.locator('.sidebar')).toHaveCount(0)
})

const FAILURES: [string, string, string, (desk: Page) => Promise<unknown>][] = [
  ['hanging', '/queue', 'QueueScreen', desk => desk.route(LOGOUT, () => {})],
  ['offline', '/', 'DashboardScreen', desk => desk.context().setOffline(true)],
]

for (const [how, path, island, fail] of FAILURES) {
  test(`a logout that is ${how} shows that and the login page at once`, async ({ desk }) => {
    await register(desk, 'ALI')
    const loading = desk.waitForResponse(/logout-.*\.js$/)
    await desk.clock.install()
    await openScreen(desk, path, island)
    const code = (await loading).url()
    await desk.evaluate(url => import(url), code)
    await fail(desk)
    await stopClock(desk)
    await desk.getByRole('button', { name: 'Logout' }).click()
    await expect(desk.getByRole('heading', { name: 'Login' })).toBeVisible()
    await expect(desk.getByLabel('Username')).toBeFocused()
    await expect(desk.locator('.shell')).toHaveCount(0)
    await desk.clock.resume()
    await expect(desk.locator('.toast--destructive')).toContainText('Logout Failed')
    await expect(desk.locator('.toast')).toContainText(
      'There was a problem during logout. Please try again.',
    )
    await expect(desk.locator('.offline-line')).toHaveCount(0)
  })
}

test('after a failed logout others sign in, and no reload shows patients', async ({ desk }) => {
  await openScreen(desk, '/queue', 'Sidebar')
  await desk.route(LOGOUT, route => route.fulfill({ status: 500 }))
  await desk.getByRole('button', { name: 'Logout' }).click()
  await expect(desk.locator('.toast')).toContainText('Logout Failed')
  await desk.getByLabel('Username').fill(ADMIN.username)
  await desk.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await waitForHydration(desk, 'Sidebar')
  await desk.getByRole('button', { name: 'Logout' }).click()
  await expect(desk.locator('.toast')).toContainText('Logout Failed')
  await desk.reload()
  await expect(desk.getByRole('heading', { name: 'Login' })).toBeVisible()
  expect((await desk.request.get('/api/patients')).status()).toBe(401)
})

test('logging out with unsaved changes asks first', async ({ desk }) => {
  await desk.clock.install()
  await openScreen(desk, '/settings?section=look', 'SettingsScreen')
  await waitForHydration(desk, 'Sidebar')
  await stopClock(desk)
  await desk.getByLabel('Name on the display').fill('KLINIK AMAN')
  // The code that asks is loaded by the first press, which may end before it.
  const refused = desk.waitForEvent('dialog').then(dialog => dialog.dismiss())
  await desk.getByRole('button', { name: 'Logout' }).click()
  await refused
  await expect(desk.getByLabel('Name on the display')).toHaveValue('KLINIK AMAN')
  const accepted = desk.waitForEvent('dialog').then(dialog => dialog.accept())
  await desk.getByRole('button', { name: 'Logout' }).click()
  await accepted
  await expect(desk.locator('.toast')).toContainText('Logout Successful')
})
