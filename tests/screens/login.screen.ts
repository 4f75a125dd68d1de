import { listenForTrouble } from '../support/page-trouble.ts'
import { ADMIN, awake, card, expect, register, test } from '../support/screen.ts'

test('a nurse signs in, lands where she wanted to go, and is welcomed', async ({ page }) => {
  const troubles = listenForTrouble(page)
  await page.goto('/queue')
  await awake(page, 'LoginCard')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await page.getByLabel('Username').fill(ADMIN.username)
  await page.getByLabel('Password').fill(ADMIN.password)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Queue Management' })).toBeVisible()
  await expect(page.locator('.toast')).toContainText('Login Success')
  await expect(page.locator('.toast')).toContainText('Welcome, admin!')
  expect(new URL(page.url()).pathname).toBe('/queue')
  expect(troubles).toEqual([])
})

test('missing and wrong input is said where the eye is', async ({ page }) => {
  await page.goto('/')
  await awake(page, 'LoginCard')
  const login = page.getByRole('button', { name: 'Login', exact: true })
  await login.click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.getByLabel('Username').fill('admin')
  await login.click()
  await expect(page.getByText('Password is required')).toBeVisible()
  await page.getByLabel('Password').fill('wrong')
  await login.click()
  await expect(page.locator('.alert')).toHaveText('Invalid username or password')
  await expect(page.locator('.toast--destructive')).toContainText('Login Failed')
})

test('after signing out no screen shows a patient, on the other tab either', async ({
  desk,
  context,
}) => {
  await desk.goto('/')
  await awake(desk, 'Sidebar')
  const other = await context.newPage()
  await other.goto('/queue')
  await awake(other, 'QueueScreen')

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

test('a logout that nobody answers covers the patients and can be tried again', async ({
  desk,
  clinic,
}) => {
  await register(desk, clinic, 'ALI')
  await desk.goto('/queue')
  await awake(desk, 'Sidebar')
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
