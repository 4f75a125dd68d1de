import {
  call,
  card,
  changeStatus,
  expect,
  type Page,
  register,
  stopClock,
  test,
  waitForHydration,
} from '../support/screens/fixtures.ts'

const tooltip = (page: Page) => page.locator('.tooltip')

/** The tooltips' code is loaded after the page. */
async function openWithTooltips(page: Page, path: string, island: string) {
  const loading = page.waitForResponse(/tooltips-.*\.js$/)
  await page.clock.install()
  await page.goto(path)
  await waitForHydration(page, island)
  const code = (await loading).url()
  await page.evaluate(url => import(url), code)
  await stopClock(page)
}

test('a tooltip comes after 700 ms, at a neighbor at once, and stays', async ({ desk }) => {
  await openWithTooltips(desk, '/queue', 'Sidebar')
  const light = desk.getByRole('button', { name: 'Light theme' })
  const toggle = desk.getByRole('button', { name: 'Toggle sidebar' })
  await light.hover()
  await desk.clock.runFor(690)
  await expect(tooltip(desk)).toHaveCount(0)
  await desk.clock.runFor(10)
  await expect(tooltip(desk)).toHaveText('Light theme. Press for: Dark theme')

  await tooltip(desk).hover()
  await desk.clock.runFor(1_000)
  await expect(tooltip(desk)).toHaveText('Light theme. Press for: Dark theme')
  await toggle.hover()
  await expect(tooltip(desk)).toHaveText('Toggle sidebar (Ctrl+B)')

  await desk.mouse.move(700, 400)
  await desk.clock.runFor(100)
  await expect(tooltip(desk)).toHaveCount(0)
  await desk.clock.runFor(250)
  await light.hover()
  await expect(tooltip(desk)).toHaveText('Light theme. Press for: Dark theme')

  await desk.mouse.move(700, 400)
  await desk.clock.runFor(500)
  await light.hover()
  await desk.clock.runFor(600)
  await expect(tooltip(desk)).toHaveCount(0)
})

test('with the keyboard a disabled button says why, once, and does nothing', async ({ desk }) => {
  await register(desk, 'ALI')
  await call(desk, 1, 2)
  await openWithTooltips(desk, '/queue', 'QueueScreen')
  await desk.getByLabel('Select Room for Call').selectOption({ label: 'Room 2' })
  await card(desk, 'ALI')
    .getByRole('button', { name: /^More for / })
    .focus()
  await desk.keyboard.press('Enter')
  await desk.clock.runFor(80)
  const again = desk.getByRole('menuitem', { name: 'Call Again' })
  await expect(again).toBeFocused()
  await expect(again).toBeDisabled()
  await expect(again).toHaveAccessibleDescription('This patient is in Room 1')
  await desk.clock.runFor(700)
  await expect(tooltip(desk)).toHaveText('This patient is in Room 1')
  await expect(tooltip(desk)).toHaveAttribute('aria-hidden', 'true')
  await desk.keyboard.press('Enter')
  await desk.clock.runFor(80)
  await expect(tooltip(desk)).toHaveText('This patient is in Room 1')
  await desk.keyboard.press('Escape')
  await expect(tooltip(desk)).toHaveCount(0)
  await expect(again).toBeFocused()
  await expect(desk.locator('.toast')).toHaveCount(0)

  // It goes when its sentence is true no more.
  await desk.clock.runFor(700)
  await desk.keyboard.press('ArrowDown')
  await desk.keyboard.press('ArrowUp')
  await desk.clock.runFor(700)
  await expect(tooltip(desk)).toHaveText('This patient is in Room 1')
  await changeStatus(desk, 1, { status: 'completed' })
  await expect(tooltip(desk)).toHaveCount(0)
})

test('a text that is cut is shown whole, others are not repeated', async ({ desk }) => {
  const [short, long] = ['OLD', 'CHEST PAIN SINCE THIS MORNING, SENT BY DR. LIM']
  for (const priorityReason of [short, long]) {
    const data = { name: 'ALI', isPriority: true, priorityReason }
    await desk.request.post('/api/patients', { data })
  }
  await call(desk, 1, 2)
  await call(desk, 2, 3)
  await openWithTooltips(desk, '/queue', 'QueueScreen')
  for (const [room, shown] of [
    ['2', 0],
    ['3', 1],
  ] as const) {
    await desk.getByLabel('Select Room for Call').selectOption(room)
    await desk.mouse.move(0, 0)
    await desk.locator('.ticket__reasons').hover()
    await desk.clock.runFor(1_000)
    await expect(tooltip(desk)).toHaveCount(shown)
  }
  await expect(tooltip(desk)).toHaveText(long)
})

test('a finger that presses a disabled button is told why', async ({ browser, clinic, desk }) => {
  const storageState = await desk.context().storageState()
  const context = await browser.newContext({ baseURL: clinic.url, storageState, hasTouch: true })
  const page = await context.newPage()
  await openWithTooltips(page, '/management', 'RoomsScreen')
  const card = page.locator('.rooms-table tr', { hasText: 'DISPENSARY' })
  // Playwright waits for a disabled button to be enabled; a finger does not.
  await card.getByRole('button', { name: 'Delete' }).tap({ force: true })
  await expect(tooltip(page)).toHaveText(/permanent/)
  await page.locator('h1').tap()
  await expect(tooltip(page)).toHaveCount(0)
  await context.close()
})
