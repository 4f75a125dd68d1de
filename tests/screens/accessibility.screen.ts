import type { Locator } from 'playwright/test'
import { findAccessibilityViolations, findViolationsInBothThemes } from '../support/browser/axe.ts'
import {
  button,
  card,
  expect,
  openMenu,
  openScreen,
  type Page,
  register,
  test,
  waitForHydration,
} from '../support/screens/fixtures.ts'

const DEVICES = [
  ['a desk, light and dark', { width: 1440, height: 900 }, findViolationsInBothThemes],
  ['a phone', { width: 390, height: 900 }, findViolationsOfLayout],
] as const

function findViolationsOfLayout(page: Page) {
  return findAccessibilityViolations(page, 'all but colors')
}

for (const [device, viewport, findViolations] of DEVICES) {
  test(`axe finds nothing on any screen of ${device}`, async ({ desk, clinic, browser }) => {
    await desk.setViewportSize(viewport)
    await register(desk, 'ALI', 'MEI')
    const priority = { name: 'SITI', isPriority: true, priorityReason: 'ELDERLY' }
    await desk.request.post('/api/patients', { data: priority })

    await openScreen(desk, '/queue', 'QueueScreen')
    expect(await findViolations(desk)).toEqual([])
    await desk.getByLabel('Select Room for Call').selectOption({ label: 'Room 1' })
    await desk
      .getByRole('button', { name: /^Call #/ })
      .first()
      .click()
    await desk.getByRole('button', { name: 'Requeue' }).click()
    await desk.getByRole('button', { name: 'MEI', exact: true }).click()
    await openMenu(desk, 'MEI')
    await expect(desk.getByRole('menu')).toBeVisible()
    expect(await findViolations(desk)).toEqual([])

    for (const [path, island] of [
      ['/', 'DashboardScreen'],
      ['/register', 'RegisterScreen'],
      ['/dispensary', 'DispensaryScreen'],
      ['/settings?section=media', 'SettingsScreen'],
      ['/settings?section=look', 'SettingsScreen'],
      ['/settings?section=information', 'SettingsScreen'],
      ['/settings?section=queue', 'SettingsScreen'],
      ['/settings?section=sound', 'SettingsScreen'],
      ['/settings?section=privacy', 'SettingsScreen'],
      ['/management', 'RoomsScreen'],
      ['/account', 'ChangePassword'],
      ['/administration', 'UsersScreen'],
      ['/reports', 'Sidebar'],
      ['/audit', 'Sidebar'],
      ['/nothing', 'Sidebar'],
    ] as const) {
      await desk.goto(path)
      await waitForHydration(desk, island)
      expect(await findViolations(desk)).toEqual([])
    }
    // The bar at the top is the only thing whose colors a desk does not show.
    expect(await findAccessibilityViolations(desk, 'colors')).toEqual([])

    await openScreen(desk, '/administration', 'UsersScreen')
    await desk.getByRole('button', { name: 'Manage Display' }).click()
    await desk.getByRole('button', { name: 'Connect TV' }).click()
    await desk.getByLabel('Name', { exact: true }).fill('Hall')
    await desk.getByLabel('Name', { exact: true }).press('Enter')
    await expect(desk.getByRole('img', { name: 'QR code of the link for Hall' })).toBeVisible()
    await desk.getByRole('button', { name: 'Connect TV' }).click()
    await expect(desk.getByRole('alert')).toBeVisible()
    expect(await findViolations(desk)).toEqual([])

    const signedOutPage = await browser.newPage({ viewport })
    await signedOutPage.goto(clinic.url)
    await waitForHydration(signedOutPage, 'LoginCard')
    await signedOutPage.getByRole('button', { name: 'Login', exact: true }).click()
    expect(await findViolations(signedOutPage)).toEqual([])
    await signedOutPage.close()
  })
}

function getComputed(element: Locator, property: string) {
  return element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)
}

test('forced colors still show what is first, chosen or on', async ({ desk }) => {
  await desk.emulateMedia({ forcedColors: 'active' })
  await register(desk, 'ALI')
  const priority = { name: 'SITI', isPriority: true, priorityReason: 'ELDERLY' }
  await desk.request.post('/api/patients', { data: priority })

  await openScreen(desk, '/queue', 'QueueScreen')
  const ground = 'background-color'
  const [first, second] = [card(desk, 'SITI'), card(desk, 'ALI')]
  const edge = 'border-left-color'
  expect(await getComputed(first, edge)).not.toBe(await getComputed(second, edge))
  expect(await getComputed(second.locator('.waiting-timer'), 'border-top-width')).toBe('1px')
  await desk.getByLabel('Select Room for Call').selectOption({ label: 'Room 1' })
  const call = await getComputed(desk.getByRole('button', { name: 'Call next' }), ground)
  expect(call).not.toBe(await getComputed(button(desk, 'ALI', 'Call'), ground))
  const here = desk.getByRole('link', { name: 'Queue Management' })
  const there = desk.getByRole('link', { name: 'Patient Register' })
  expect(await getComputed(here, ground)).not.toBe(await getComputed(there, ground))

  await openScreen(desk, '/settings?section=look', 'SettingsScreen')
  const logo = desk.getByRole('switch', { name: 'Show the logo on the display' })
  const off = await getComputed(logo, ground)
  await logo.click()
  await expect(logo).toBeChecked()
  await expect.poll(() => getComputed(logo, ground)).not.toBe(off)

  const header = desk.locator('.settings-card', { hasText: 'Header Display' }).first()
  const kinds = header.getByRole('group', { name: 'Background kind' }).locator('.choice__option')
  expect(await getComputed(kinds.nth(0), ground)).not.toBe(await getComputed(kinds.nth(1), ground))
  await kinds.getByText('Gradient').click()
  await header.getByRole('button', { name: 'Background: Choose gradient' }).click()
  const tabs = desk.getByRole('tab')
  expect(await getComputed(tabs.nth(0), ground)).not.toBe(await getComputed(tabs.nth(1), ground))
  await desk.keyboard.press('Tab')
  await expect(tabs.nth(0)).not.toBeFocused()
  expect(await getComputed(desk.locator(':focus'), 'outline-color')).toBe(call)
})
