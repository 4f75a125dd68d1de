import { ADMIN, expect, openScreen, test } from '../support/screens/fixtures.ts'

test.beforeEach(async ({ desk }) => {
  await openScreen(desk, '/account', 'ChangePassword')
})

test('a password is changed, and the other screens of that user are signed out', async ({
  desk,
  openAnotherDesk,
}) => {
  const other = await openAnotherDesk()
  await openScreen(other, '/queue', 'QueueScreen')
  const button = desk.getByRole('button', { name: 'Change Password' })
  await expect(button).toBeDisabled()
  await desk.getByLabel('Current Password').fill(ADMIN.password)
  await desk.getByLabel('New Password', { exact: true }).fill('another one')
  await expect(button).toBeDisabled()
  await desk.getByLabel('Confirm New Password').fill('another on')
  await button.click()
  await expect(desk.locator('.toast--destructive')).toContainText('New password does not match')
  await desk.getByLabel('Confirm New Password').fill('another one')
  await button.click()
  await expect(desk.locator('.toast')).toContainText('Password successfully updated')
  await expect(desk.getByLabel('Current Password')).toHaveValue('')
  await expect(other.getByRole('heading', { name: 'Login' })).toBeVisible()
})

test('a short or wrong password shows a message', async ({ desk }) => {
  await desk.getByLabel('Current Password').fill('wrong')
  await desk.getByLabel('New Password', { exact: true }).fill('12345')
  await desk.getByLabel('Confirm New Password').fill('12345')
  await desk.keyboard.press('Enter')
  await expect(desk.locator('.toast')).toContainText('Password must be at least 6 characters')
  await desk.getByLabel('New Password', { exact: true }).fill('123456')
  await desk.getByLabel('Confirm New Password').fill('123456')
  await desk.keyboard.press('Enter')
  await expect(desk.locator('.toast')).toContainText('Current password is incorrect')
})
