import type { Locator } from 'playwright/test'
import { findAccessibilityViolations, findViolationsInBothThemes } from '../support/browser/axe.ts'
import {
  button,
  card,
  chooseForTv,
  expect,
  openMenu,
  openScreen,
  type Page,
  register,
  test,
  waitForHydration,
} from '../support/screens/fixtures.ts'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 900 }

const SCREENS = [
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
  ['/displays', 'DisplaysScreen'],
  ['/reports', 'Sidebar'],
  ['/audit', 'Sidebar'],
  ['/nothing', 'Sidebar'],
] as const

async function fillClinic(desk: Page) {
  await register(desk, 'ALI', 'MEI')
  const priority = { name: 'SITI', isPriority: true, priorityReason: 'ELDERLY' }
  await desk.request.post('/api/patients', { data: priority })
}

async function addQueue(desk: Page) {
  const data = { name: 'Dr. Lim', prefix: 'L', roomIds: [2], isActive: true }
  expect((await desk.request.post('/api/queues', { data })).status()).toBe(201)
}

/** Of a desk, light and dark, and of a phone, whose colors differ in nothing; no width scrolls sideways. */
async function expectNoViolations(page: Page) {
  await page.setViewportSize(DESK)
  const onDesk = await findViolationsInBothThemes(page)
  await page.setViewportSize(PHONE)
  const onPhone = await findAccessibilityViolations(page, 'all but colors')
  for (const width of [320, 390, 640, 960]) {
    await page.setViewportSize({ width, height: 900 })
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect({ url: page.url(), width, beyond }).toEqual({ url: page.url(), width, beyond: 0 })
  }
  await page.setViewportSize(PHONE)
  expect({ url: page.url(), onDesk, onPhone }).toEqual({ url: page.url(), onDesk: [], onPhone: [] })
}

/** Two slices, one for each worker. */
for (const slice of [0, 1]) {
  test(`axe finds nothing on any screen, and none is too wide, slice ${slice}`, async ({
    desk,
  }) => {
    await fillClinic(desk)
    await addQueue(desk)
    for (const [path, island] of SCREENS.filter((_, index) => index % 2 === slice)) {
      await openScreen(desk, path, island)
      await expectNoViolations(desk)
    }
    // The bar at the top of a phone.
    expect(await findAccessibilityViolations(desk, 'colors')).toEqual([])
  })
}

test('axe finds nothing on the login page with its errors', async ({ page }) => {
  await openScreen(page, '/', 'LoginCard')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await expectNoViolations(page)
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
  for (const viewport of [DESK, PHONE]) {
    await desk.setViewportSize(viewport)
    // The reasons lie over the other rooms.
    await openMenu(desk, 'SITI')
    await expect(desk.getByRole('menu')).toBeVisible()
    expect(await findViolationsInBothThemes(desk)).toEqual([])
  }
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
  await expect(desk.getByRole('alert')).toBeVisible()
  await expectNoViolations(desk)
})

function getComputed(element: Locator, property: string) {
  return element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)
}

test('forced colors still show what is first, chosen or on', async ({ desk }) => {
  await desk.emulateMedia({ forcedColors: 'active' })
  await fillClinic(desk)
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

/** Shared, but not on every page that is looked at. A desk has its own width, and place for toasts. */
const ALWAYS = ['kbd', 'svg.priority-star', 'p.soft', 'label.field']

type Looks = Record<string, string>

/** How each kind of element of this page looks by itself, away from what surrounds it. */
function readLooks(page: Page, always: string[]): Promise<Looks> {
  return page.evaluate(always => {
    const kinds = new Set(always)
    const isDesk = /^(queue|dispensary)$/.test(document.body.dataset.page ?? '')
    const own = isDesk ? '.toasts, .shell__main' : '.toasts'
    for (const element of document.querySelectorAll(`body [class]:not(${own}), kbd`)) {
      kinds.add([element.localName, ...element.classList].join('.'))
    }
    const place = document.body.appendChild(document.createElement('div'))
    place.style.cssText = 'position: fixed; inset: 0; contain: layout'
    const read = (kind: string) => {
      const [tag = 'div', ...classes] = kind.split('.')
      const probe = place.appendChild(document.createElement(tag))
      probe.className = classes.join(' ')
      const style = getComputedStyle(probe)
      // Variables are inherited from the page; what they change is seen in the properties.
      const names = [...style].filter(name => !name.startsWith('--'))
      const look = names.map(name => `${name}: ${style.getPropertyValue(name)}`).join('\n')
      probe.remove()
      return look
    }
    const looks = Object.fromEntries([...kinds].map(kind => [kind, read(kind)]))
    place.remove()
    return looks
  }, always)
}

test('on every screen forced colors mark each choice, and what is shared looks alike', async ({
  desk,
}) => {
  await fillClinic(desk)
  await addQueue(desk)
  const first = new Map<string, { path: string; look: string }>()
  const differences: string[] = []
  for (const [path, island] of SCREENS) {
    await openScreen(desk, path, island)
    for (const [kind, look] of Object.entries(await readLooks(desk, ALWAYS))) {
      const seen = first.get(kind)
      if (!seen) first.set(kind, { path, look })
      else if (seen.look !== look) differences.push(describe(kind, seen, { path, look }))
    }
    if (path === '/register') {
      await desk.getByRole('textbox', { name: 'Patient Name' }).fill('NUR')
      await desk.getByLabel('Priority Patient').check()
      await desk.getByRole('button', { name: 'Elderly' }).click()
    }
    await desk.emulateMedia({ forcedColors: 'active' })
    expect({ path, unmarked: await findUnmarked(desk) }).toEqual({ path, unmarked: [] })
    await desk.emulateMedia({ forcedColors: 'none' })
  }
  expect(differences).toEqual([])
})

type Seen = { path: string; look: string }

function describe(kind: string, one: Seen, other: Seen) {
  const lines = one.look.split('\n')
  const changed = other.look.split('\n').filter(line => !lines.includes(line))
  return `${kind} on ${one.path} and ${other.path}: ${changed.slice(0, 4).join('; ')}`
}
