import { collectConsoleErrors } from '../support/browser/console-errors.ts'
import {
  ADMIN,
  card,
  expect,
  register,
  test,
  waitForHydration,
} from '../support/screens/fixtures.ts'

test('a nurse signs in, returns to the requested page, and is welcomed', async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page)
  await page.goto('/queue')
  await waitForHydration(page, 'LoginCard')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await page.getByLabel('Username').fill(ADMIN.username)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Queue Management' })).toBeVisible()
  await expect(page.locator('.toast')).toContainText('Login Success')
  await expect(page.locator('.toast')).toContainText('Welcome, admin!')
  expect(new URL(page.url()).pathname).toBe('/queue')
  expect(consoleErrors).toEqual([])
})

test('missing and wrong input is reported next to the field', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page, 'LoginCard')
  const login = page.getByRole('button', { name: 'Login', exact: true })
  await login.click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.getByLabel('Username').fill('admin')
  await login.click()
  await expect(page.getByText('Username is required')).toBeHidden()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await login.click()
  await expect(page.locator('.alert')).toHaveText('Invalid username or password')
  await expect(page.locator('.toast--destructive')).toContainText('Login Failed')
})

test('after signing out no screen shows a patient, on the other tab either', async ({
  desk,
  context,
}) => {
  await desk.goto('/')
  await waitForHydration(desk, 'Sidebar')
  const other = await context.newPage()
  await other.goto('/queue')
  await waitForHydration(other, 'QueueScreen')

  await desk.getByRole('button', { name: 'Logout' }).click()
  await expect(desk.getByRole('heading', { name: 'Login' })).toBeVisible()
  await expect(desk.locator('.toast')).toContainText('Logout Successful')
  await expect(desk.locator('.toast')).toContainText(
    'You have successfully logged out from the system',
  )
  await expect(other.getByRole('heading', { name: 'Login' })).toBeVisible()
  await desk.goBack()
  await expect(desk.locator('.sidebar')).toHaveCount(0)
})

test('a logout is confirmed even if another request learns of it first', async ({ desk }) => {
  await desk.goto('/')
  await waitForHydration(desk, 'Sidebar')
  const nextPage = desk.waitForEvent('domcontentloaded')
  await desk.route('**/api/auth/logout', async route => {
    const response = await route.fetch()
    await nextPage
    await route.fulfill({ response }).catch(() => {}) // its page has gone
  })
  await desk.getByRole('button', { name: 'Logout' }).click()
  await expect(desk.locator('.toast')).toContainText('Logout Successful')
  await expect(desk.getByRole('heading', { name: 'Login' })).toBeVisible()
})

test('a logout without a response hides the patients and can be retried', async ({
  desk,
  clinic,
}) => {
  await register(desk, clinic, 'ALI')
  await desk.goto('/queue')
  await waitForHydration(desk, 'Sidebar')
  await desk.route('**/api/auth/logout', route => route.abort())
  await desk.getByRole('button', { name: 'Logout' }).click()
  await expect(desk.locator('.toast')).toContainText('Logout Failed')
  await expect(desk.locator('.toast')).toContainText(
    'There was a problem during logout. Please try again.',
  )
  await expect(card(desk, 'ALI')).toBeHidden()
  await desk.unroute('**/api/auth/logout')
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click()
  await expect(desk.getByRole('heading', { name: 'Login' })).toBeVisible()
})

test('after a logout without a response no reload shows the patients again', async ({
  desk,
  clinic,
}) => {
  await register(desk, clinic, 'ALI')
  await desk.goto('/queue')
  await waitForHydration(desk, 'Sidebar')
  await desk.route('**/api/auth/logout', route => route.abort())
  await desk.getByRole('button', { name: 'Logout' }).click()
  await expect(desk.locator('.toast')).toContainText('Logout Failed')
  await desk.reload()
  await expect(desk.getByRole('heading', { name: 'Login' })).toBeVisible()
  expect((await desk.request.get(`${clinic.url}/api/patients`)).status()).toBe(401)
})

test('who arrives can type at once, and look at the password', async ({ page, clinic }) => {
  await page.goto(clinic.url)
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
})
