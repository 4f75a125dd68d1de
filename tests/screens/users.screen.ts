import { expect, openScreen, type Page, test } from '../support/screens/fixtures.ts'

test.beforeEach(async ({ desk }) => {
  await openScreen(desk, '/administration', 'UsersScreen')
})

const row = (page: Page, name: string) => page.locator('.users-table tbody tr', { hasText: name })

async function add(page: Page, username: string, password: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Add User' }).click()
}

test('a user is added once and deleted, but never the built-in admin', async ({ desk }) => {
  await add(desk, '', '')
  const problem = desk.getByRole('alert')
  await expect(problem).toHaveText('Please complete all information')
  await expect(desk.getByLabel('Username')).toBeFocused()
  await add(desk, 'mei', 'short')
  await expect(problem).toHaveText('Password must be at least 6 characters')
  await expect(desk.getByLabel('Password')).toBeFocused()
  await expect(desk.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true')
  await add(desk, ' Mei ', 'secret1')
  await expect(desk.locator('.toast')).toContainText('User Successfully Added')
  await expect(row(desk, 'Mei')).toContainText('User')
  await expect(desk.getByRole('heading', { name: 'User List (2)' })).toBeVisible()
  await add(desk, 'MEI', 'secret1')
  await expect(problem).toHaveText('Username already exists')
  await expect(desk.getByLabel('Username')).toBeFocused()

  const remove = row(desk, 'Mei').getByRole('button', { name: 'Delete' })
  const question = desk.getByRole('alertdialog', { name: 'Delete user Mei?' })
  for (const key of ['Enter', 'Escape']) {
    await remove.click()
    await expect(question).toContainText('This cannot be undone')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await desk.keyboard.press(key)
    await expect(question).toHaveCount(0)
    await expect(row(desk, 'Mei')).toBeVisible()
  }
  await remove.click()
  await question.getByRole('button', { name: 'Delete user' }).click()
  await expect(desk.locator('.toast')).toContainText('User Deleted')
  await expect(row(desk, 'Mei')).toHaveCount(0)
  for (const name of ['Deactivate', 'Delete']) {
    await expect(row(desk, 'admin').getByRole('button', { name })).toBeDisabled()
  }
})

test('a deactivated user is sent to the login page', async ({ desk, browser, clinic }) => {
  await add(desk, 'mei', 'secret1')
  await expect(row(desk, 'mei')).toBeVisible()
  const context = await browser.newContext({ baseURL: clinic.url })
  const data = { username: 'mei', password: 'secret1' }
  await context.request.post('/api/auth/login', { data })
  const mei = await context.newPage()
  await openScreen(mei, '/queue', 'QueueScreen')
  await expect(mei.getByRole('link', { name: 'User Management' })).toHaveCount(0)
  await mei.goto('/administration')
  await expect(mei.getByText('404 - Page Not Found')).toBeVisible()
  await openScreen(mei, '/management', 'RoomsScreen')
  await expect(mei.getByText('Backups')).toHaveCount(0)
  await openScreen(mei, '/queue', 'QueueScreen')

  await row(desk, 'mei').getByRole('button', { name: 'Deactivate' }).click()
  await expect(desk.locator('.toast')).toContainText('Status Updated')
  await expect(mei.getByRole('heading', { name: 'Login' })).toBeVisible()
  await context.close()
})
