import type { Locator } from 'playwright/test'
import { addRoom, expect, openScreen, pressAndConfirm, test } from '../support/screens/fixtures.ts'

const PHONE = { width: 390, height: 844 }
const NARROW = { width: 320, height: 640 }
const LONG_ROOM = 'Room for minor operations - Dr. Subrama'

const TABLES = [
  ['/management', 'RoomsScreen', 'Room List'],
  ['/administration', 'UsersScreen', 'User List'],
  ['/audit', 'Sidebar', 'Entries'],
  ['/settings?section=programs', 'SettingsScreen', 'Connected systems'],
] as const

test.beforeEach(async ({ desk }) => {
  const post = (path: string, data: object) => desk.request.post(path, { data })
  await addRoom(desk, LONG_ROOM)
  await post('/api/users', { username: 'm'.repeat(40), password: 'secret1', role: 'user' })
  await post('/api/tokens', { name: 'Laboratory', scopes: ['register', 'queue', 'reports'] })
  const patient = await (await post('/api/patients', { name: 'KRISHNAN RAMASAMY PILLAI' })).json()
  const call = { status: 'called', windowId: 2 }
  await desk.request.patch(`/api/patients/${patient.id}/status`, { data: call })
})

const sizes = (parts: Locator) =>
  parts.evaluateAll(all =>
    all.map(part => part.getBoundingClientRect()).map(({ width, height }) => [width, height]),
  )

test('on a phone the rows of a table are stacked, and a table for a reader', async ({ desk }) => {
  for (const [path, island, label] of TABLES) {
    await openScreen(desk, path, island)
    const table = desk.getByRole('table', { name: label })
    const rows = table.getByRole('row').filter({ has: desk.locator('th[scope=row]') })
    await expect(rows.first()).toBeVisible()
    for (const viewport of [PHONE, NARROW]) {
      await desk.setViewportSize(viewport)
      for (const [width = 0, height = 0] of await sizes(rows)) {
        expect(height).toBeGreaterThanOrEqual(64)
        expect(height).toBeLessThanOrEqual(viewport === PHONE ? 130 : 170)
        expect(width).toBeGreaterThan(280)
      }
      const targets = desk.locator('.table-card').getByRole('button')
      for (const [width = 0, height = 0] of await sizes(targets)) {
        expect([height >= 44, width >= 40]).toEqual([true, true])
      }
      const width = await desk.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(viewport.width)
    }
  }
})

test('what a row can do is in its menu on a phone, and works from there', async ({ desk }) => {
  await desk.setViewportSize(PHONE)
  await openScreen(desk, '/management', 'RoomsScreen')
  const more = (name: string) => desk.getByRole('button', { name: `More for ${name}` })
  const item = (name: string) => desk.getByRole('menuitem', { name, exact: true })
  await more(LONG_ROOM).click()
  await item('Edit').click()
  await desk.getByLabel('Room name', { exact: true }).fill('Room 9')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(more('Room 9')).toBeFocused()
  await more('Room 9').click()
  await pressAndConfirm(item('Delete'), item('Confirm'))
  await expect(more('Room 9')).toHaveCount(0)

  await openScreen(desk, '/administration', 'UsersScreen')
  await more('admin').click()
  await item('Manage Display').click()
  await expect(desk.locator('.page-head')).toContainText('TVs of admin')
})
