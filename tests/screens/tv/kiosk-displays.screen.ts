import { findAccessibilityViolations } from '../../support/browser/axe.ts'
import {
  chooseForTv,
  expect,
  openScreen,
  test,
  waitForHydration,
} from '../../support/screens/fixtures.ts'
import { language } from '../../support/screens/kiosk-fixtures.ts'

const card = '.display-card--kiosk'

test('a code that a kiosk shows is typed in Displays, and /kiosk opens its page again', async ({
  desk,
  browser,
  clinic,
}) => {
  const context = await browser.newContext({ baseURL: clinic.url })
  const kiosk = await context.newPage()
  await kiosk.goto('/kiosk')
  await expect(kiosk.getByRole('heading', { name: 'Connect this kiosk' })).toBeVisible()
  await expect(kiosk.locator('.tv-notice__code')).toHaveText(/^\w{3} \w{3}$/)
  const code = (await kiosk.locator('.tv-notice__code').textContent()) ?? ''
  await openScreen(desk, '/displays', 'DisplaysScreen')
  await desk.getByLabel('Pairing code').fill(code)
  await desk.getByLabel('Name of this TV').fill('Entrance')
  await desk.getByRole('button', { name: 'Connect TV' }).click()
  await expect(desk.locator('.toast')).toContainText('Kiosk connected')
  await expect(kiosk).toHaveURL(/\/kiosk\/[a-z2-7]{32}$/)
  await expect(language(kiosk)).toBeVisible()
  const page = kiosk.url()
  await waitForHydration(kiosk, 'KioskScreen')
  await kiosk.goto('/kiosk')
  await expect(kiosk).toHaveURL(page)
  await expect(desk.getByRole('list', { name: 'Kiosks' }).getByRole('listitem')).toHaveCount(1)
})

test('a kiosk is added by a link, renamed and revoked, and is no TV', async ({ desk }) => {
  await openScreen(desk, '/displays', 'DisplaysScreen')
  await desk.getByText('Kiosk', { exact: true }).click()
  await desk.getByLabel('Name', { exact: true }).fill('Entrance')
  await desk.getByRole('button', { name: 'Add kiosk' }).click()
  const link = desk.getByRole('region', { name: 'Link for Entrance' })
  await expect(link).toContainText('Open the link on the kiosk')
  expect(await link.getByLabel('Link', { exact: true }).inputValue()).toContain('/kiosk/')
  await expect(desk.locator(card)).toContainText('Not connected yet')
  await expect(desk.locator('.page-head')).toContainText('0 on')
  expect(await findAccessibilityViolations(desk)).toEqual([])

  await desk.getByRole('button', { name: 'More for Entrance', exact: true }).click()
  await expect(desk.getByRole('menuitem')).toHaveText(['Rename', 'New link', 'Revoke'])
  await desk.keyboard.press('Escape')
  await chooseForTv(desk, 'Entrance', 'Rename')
  await desk.getByLabel('Kiosk name').fill('Door')
  await desk.keyboard.press('Enter')
  await expect(desk.locator('.toast')).toContainText('Kiosk renamed')
  await chooseForTv(desk, 'Door', 'Revoke')
  await desk.getByRole('button', { name: 'Revoke kiosk' }).click()
  await expect(desk.locator(card)).toHaveCount(0)
})

test("a kiosk's settings are shown once there is one", async ({ desk }) => {
  await openScreen(desk, '/settings?section=queue', 'SettingsScreen')
  await expect(desk.getByRole('button', { name: 'Save Tickets' })).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Save Kiosk' })).toHaveCount(0)
  const data = { userId: 1, name: 'Entrance', kind: 'kiosk' }
  await desk.request.post('/api/tv-devices', { data })
  await openScreen(desk, '/settings?section=queue', 'SettingsScreen')
  await desk.getByLabel('Open from').fill('08:00')
  await expect(desk.getByText('Enter both times, or neither')).toBeVisible()
  await desk.getByLabel('Open until').fill('08:00')
  await expect(desk.getByText('Enter another time than 08:00')).toBeVisible()
  await desk.getByLabel('Open until').fill('17:00')
  expect(await findAccessibilityViolations(desk)).toEqual([])
  await desk.getByRole('button', { name: 'Save Kiosk' }).click()
  await expect(desk.locator('.toast')).toContainText('Settings saved successfully')
})
