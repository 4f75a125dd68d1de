import { ADMIN, expect, openScreen, test } from '../support/screens/fixtures.ts'

test.beforeEach(async ({ desk }) => {
  await openScreen(desk, '/account', 'ChangePassword')
})

test('a new password signs all other screens out', async ({ desk, openAnotherDesk }) => {
  const other = await openAnotherDesk()
  await openScreen(other, '/queue', 'QueueScreen')
  const button = desk.getByRole('button', { name: 'Change Password' })
  await expect(button).toBeDisabled()
  const current = desk.getByLabel('Current Password')
  const next = desk.getByLabel('New Password', { exact: true })
  const confirmation = desk.getByLabel('Confirm New Password')
  await current.fill('wrong')
  await next.fill('12345')
  await expect(button).toBeDisabled()
  for (const [typed, sentence] of [
    ['123456', 'New password does not match'],
    ['12345', 'Password must be at least 6 characters'],
  ] as const) {
    await confirmation.fill(typed)
    await button.click()
    await expect(desk.getByRole('alert')).toHaveText(sentence)
  }
  await next.fill('another one')
  await confirmation.fill('another one')
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('alert')).toHaveText('Current password is incorrect')
  await expect(current).toBeFocused()
  await current.fill(ADMIN.password)
  await desk.keyboard.press('Enter')
  await expect(desk.locator('.toast')).toContainText('Password successfully updated')
  await expect(current).toHaveValue('')
  await expect(other.getByRole('heading', { name: 'Login' })).toBeVisible()
})
