import type { Locator } from 'playwright/test'
import { findAccessibilityViolations, findViolationsInBothThemes } from '../support/browser/axe.ts'
import { serveClinic } from '../support/screens/clinics.ts'
import {
  button,
  card,
  chooseForTv,
  expect,
  openMenu,
  openScreen,
  type Page,
  type RunningClinic,
  register,
  signIn,
  test,
  waitForHydration,
} from '../support/screens/fixtures.ts'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 900 }

async function fillClinic(desk: Page) {
  await register(desk, 'ALI', 'MEI')
  const priority = { name: 'SITI', isPriority: true, priorityReason: 'ELDERLY' }
  await desk.request.post('/api/patients', { data: priority })
}

/** One clinic for all screens that are only looked at. */
const testScreen = test.extend<object, { filledClinic: RunningClinic }>({
  filledClinic: [
    async ({ browser }, use) => {
      const clinic = await serveClinic()
      const page = await browser.newPage({ baseURL: clinic.url })
      await signIn(page.context(), clinic.url)
      await fillClinic(page)
      await page.close()
      await use(clinic)
      await clinic.stop()
    },
    { scope: 'worker' },
  ],
  clinic: ({ filledClinic }, use) => use(filledClinic),
})

/** Of a desk, light and dark, and of a phone, whose colors differ in nothing. */
async function expectNoViolations(page: Page, open: () => Promise<void>) {
  await page.setViewportSize(DESK)
  await open()
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await open()
  expect(await findAccessibilityViolations(page, 'all but colors')).toEqual([])
}

for (const [path, island] of [
  ['/queue', 'QueueScreen'],
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
  testScreen(`axe finds nothing on ${path}`, async ({ desk }) => {
    await expectNoViolations(desk, () => openScreen(desk, path, island))
  })
}

testScreen('axe finds nothing in the bar at the top of a phone', async ({ desk }) => {
  await desk.setViewportSize(PHONE)
  await openScreen(desk, '/nothing', 'Sidebar')
  expect(await findAccessibilityViolations(desk, 'colors')).toEqual([])
})

testScreen('axe finds nothing on the login page with its errors', async ({ page }) => {
  await expectNoViolations(page, async () => {
    await openScreen(page, '/', 'LoginCard')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByText('Username is required')).toBeVisible()
  })
})

test('axe finds nothing in the middle of the work of the queue', async ({ desk }) => {
  await fillClinic(desk)
  await openScreen(desk, '/queue', 'QueueScreen')
  await desk.getByLabel('Select Room for Call').selectOption({ label: 'Room 1' })
  await desk
    .getByRole('button', { name: /^Call #/ })
    .first()
    .click()
  await desk.getByRole('button', { name: 'MEI', exact: true }).click()
  await desk.getByRole('button', { name: 'Requeue' }).click()
  await expectNoViolations(desk, async () => {
    // The reasons lie over the other rooms.
    await openMenu(desk, 'SITI')
    await expect(desk.getByRole('menu')).toBeVisible()
  })
})

test('axe finds nothing where the TVs of a user are managed', async ({ desk }) => {
  await openScreen(desk, '/administration', 'UsersScreen')
  await desk.getByRole('link', { name: 'Manage Display' }).click()
  await waitForHydration(desk, 'DisplaysScreen')
  await desk.getByRole('button', { name: 'Connect TV' }).click()
  await desk.getByLabel('Name', { exact: true }).fill('Hall')
  await desk.getByLabel('Name', { exact: true }).press('Enter')
  await expect(desk.getByRole('img', { name: 'QR code of the link for Hall' })).toBeVisible()
  await chooseForTv(desk, 'Hall', 'Change')
  await expect(desk.getByRole('group', { name: 'Overscan' })).toBeVisible()
  await desk.getByRole('button', { name: 'Connect TV' }).click()
  await expectNoViolations(desk, () => expect(desk.getByRole('alert')).toBeVisible())
})

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
  const chips = [first, second].map(row => row.locator('.number-chip'))
  const [next, other] = await Promise.all(chips.map(chip => getComputed(chip, ground)))
  expect(next).not.toBe(other)
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

/** Chosen controls that look like one beside them which is not chosen. */
function findUnmarked(page: Page) {
  return page.evaluate(() => {
    const isChosen = (element: Element) =>
      element.matches(
        'label:has(> [type=radio]:checked), [aria-pressed=true], [aria-selected=true], :is(a, button)[aria-current]',
      )
    const getLook = (element: Element) => {
      const { backgroundColor, borderColor, outline } = getComputedStyle(element)
      return `${backgroundColor} ${borderColor} ${outline}`
    }
    return [...document.querySelectorAll<HTMLElement>('label, button, a')]
      .filter(element => isChosen(element) && element.checkVisibility())
      .filter(element => {
        const others = element.closest('fieldset, ul, [role=tablist], nav, div')
        const like = `${element.tagName}.${element.classList[0]}`
        const other = [...(others?.querySelectorAll(like) ?? [])].find(one => !isChosen(one))
        return other && getLook(other) === getLook(element)
      })
      .map(({ textContent }) => textContent)
  })
}

const CHOICES = [
  ['/register', 'RegisterScreen'],
  ['/queue', 'QueueScreen'],
  ['/settings?section=look', 'SettingsScreen'],
  ['/displays', 'DisplaysScreen'],
  ['/reports', 'Sidebar'],
] as const

for (const [path, island] of CHOICES) {
  test(`forced colors mark every choice on ${path}`, async ({ desk }) => {
    const data = { name: 'Dr. Lim', prefix: 'L', roomIds: [2], isActive: true }
    await desk.request.post('/api/queues', { data })
    await desk.emulateMedia({ forcedColors: 'active' })
    await openScreen(desk, path, island)
    if (path === '/register') {
      await desk.getByRole('textbox', { name: 'Patient Name' }).fill('ALI')
      await desk.getByLabel('Priority Patient').check()
      await desk.getByRole('button', { name: 'Elderly' }).click()
    }
    expect(await findUnmarked(desk)).toEqual([])
  })
}
