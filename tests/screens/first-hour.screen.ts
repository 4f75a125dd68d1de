import {
  ADMIN,
  expect,
  openScreen,
  type Page,
  waitForHydration,
} from '../support/screens/fixtures.ts'
import { test } from '../support/screens/tv-fixtures.ts'

const card = (desk: Page) => desk.locator('.getting-started')
const open = (desk: Page, part: string) => card(desk).getByRole('button', { name: part }).click()

/** Back on the Dashboard: the step is done. */
async function expectDone(desk: Page, part: string, title: string) {
  await desk.getByRole('link', { name: 'Dashboard' }).click()
  await waitForHydration(desk, 'GettingStartedCard')
  await open(desk, part)
  await expect(desk.locator('.first-steps__panel').getByText(`Done: ${title}`)).toBeVisible()
}

const follow = (desk: Page, name: string) => card(desk).getByRole('link', { name }).first().click()

test('the list alone leads from the first page to a call that is heard', async ({ desk, tv }) => {
  await openScreen(desk, '/', 'GettingStartedCard')
  await open(desk, 'Check the clock')
  await card(desk).getByRole('button', { name: 'Yes' }).click()
  await expect(card(desk).getByText('Done: The clock')).toBeVisible()

  await follow(desk, 'Change Password')
  await waitForHydration(desk, 'ChangePassword')
  await desk.getByLabel('Current Password').fill(ADMIN.password)
  await desk.getByLabel('New Password', { exact: true }).fill('one of our own')
  await desk.getByLabel('Confirm New Password').fill('one of our own')
  await desk.getByRole('button', { name: 'Change Password' }).click()
  await expect(desk.locator('.toast')).toContainText('Password successfully updated')
  await expectDone(desk, 'Password', 'Set your password')

  await follow(desk, 'Add users')
  await waitForHydration(desk, 'UsersScreen')
  await desk.getByLabel('Username').fill('siti')
  await desk.getByLabel('Password').fill('a long password')
  await desk.getByRole('button', { name: 'Add User' }).click()
  await expect(desk.locator('.users-table tr', { hasText: 'siti' })).toBeVisible()
  await expectDone(desk, 'Rooms', 'Staff accounts')

  await follow(desk, 'Name the rooms')
  await waitForHydration(desk, 'RoomsScreen')
  await desk.getByLabel('Room Name').fill('Dr. Aminah')
  await desk.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(desk.getByText('Dr. Aminah', { exact: true })).toBeVisible()
  await expectDone(desk, 'Rooms', 'Rooms')

  await tv.goto('/tv')
  const shown = tv.locator('.tv-notice__code')
  await expect(shown).toHaveText(/^\w{3} \w{3}$/)
  const code = (await shown.textContent()) ?? ''
  await follow(desk, 'Connect the TV')
  await waitForHydration(desk, 'DisplaysScreen')
  await expect(desk.getByText(/On the TV, open [\d.:]+\/tv\./)).toBeVisible()
  await desk.getByLabel('Name of this TV').fill('HALL')
  await desk.getByLabel('Pairing code').fill(code)
  await desk.getByRole('button', { name: 'Connect TV' }).click()
  await expect(tv.locator('.stage__name')).toHaveText('N/A')
  await tv.keyboard.press('Enter')
  await expectDone(desk, 'A TV', 'A TV: HALL')

  await follow(desk, 'Register a patient')
  await waitForHydration(desk, 'RegisterScreen')
  await desk.getByLabel('Patient Name').fill('test')
  await desk.keyboard.press('Enter')
  await desk.getByRole('link', { name: 'Queue Management' }).click()
  await waitForHydration(desk, 'QueueScreen')
  await desk.getByLabel('Select Room for Call').selectOption('Dr. Aminah')
  await desk.getByRole('button', { name: /^Call #/ }).click()
  await expect(tv.locator('.overlay__name')).toHaveText('TEST')
  await expectDone(desk, 'A TV', 'Test call')
})

/** Those that the path above does not follow. */
const LINKS = [
  ['TV design', 'Open Settings', '/settings', 'SettingsScreen'],
  ['Backup', 'Back up now', '/management', 'BackupsCard'],
  ['Backup', 'Reset the queue', '/queue', 'QueueScreen'],
] as const

test('every other link leads to where its step is taken', async ({ desk }) => {
  for (const [part, link, path, island] of LINKS) {
    await openScreen(desk, '/', 'GettingStartedCard')
    await open(desk, part)
    await follow(desk, link)
    await waitForHydration(desk, island)
    expect(new URL(desk.url()).pathname).toBe(path)
  }
  await expect(desk.getByRole('button', { name: 'Reset Queue' })).toBeVisible()
})
