import {
  call,
  expect,
  openScreen,
  type Page,
  register,
  test,
  waitForLive,
} from '../support/screens/fixtures.ts'

const stat = (page: Page, title: string) =>
  page.locator('.summary-card', { hasText: title }).locator('.summary-card__value')

test('the four numbers and the preview follow the queue', async ({ desk }) => {
  await openScreen(desk, '/', 'DashboardScreen')
  await expect(stat(desk, 'Waiting')).toHaveText('0')
  await expect(desk.getByText('out of 3 total rooms')).toBeVisible()
  await expect(desk.getByText('NO DISPLAY')).toBeVisible()

  await register(desk, 'ALI', 'MEI')
  await expect(stat(desk, 'Waiting')).toHaveText('2')
  await call(desk, 1, 2)
  await expect(stat(desk, 'Called')).toHaveText('1')
  await expect(desk.locator('.overlay__name')).toHaveText('ALI')
})

test('no cache may respond with an old call', async ({ desk }) => {
  const isCurrentCall = (url: string) => url.includes('/api/dashboard/current-call?')
  const requestPromise = desk.waitForRequest(request => isCurrentCall(request.url()))
  await desk.goto('/')
  const request = await requestPromise
  expect(new URL(request.url()).searchParams.get('t')).toMatch(/^\d{13}$/)
  expect((await request.allHeaders())['cache-control']).toBe('no-cache')
})

test('a fresh page announces no earlier call', async ({ desk }) => {
  await register(desk, 'ALI')
  await call(desk, 1, 2)
  await openScreen(desk, '/', 'DashboardScreen')
  await expect(desk.locator('.stage__name')).toHaveText('ALI')
  await register(desk, 'MEI')
  await expect(stat(desk, 'Waiting')).toHaveText('1')
  await expect(desk.locator('.overlay')).toHaveCount(0)
})

test('fullscreen shows only the display, and the exit hint for three seconds', async ({ desk }) => {
  await desk.clock.install()
  await openScreen(desk, '/', 'DashboardScreen')
  await desk.getByRole('button', { name: 'View Full Display' }).click()
  await expect(desk.locator('.sidebar')).toBeHidden()
  const exit = desk.getByRole('button', { name: 'Exit Fullscreen' })
  await expect(exit).toBeVisible()
  await desk.clock.runFor(3_100)
  await expect(exit).toBeHidden()
  await desk.mouse.move(300, 300)
  await expect(exit).toBeVisible()
  await exit.click()
  await expect(desk.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Fullscreen TV Display' })).toBeFocused()
  await expect(desk.locator('.sidebar')).toBeVisible()
})

test('a call plays its sound in fullscreen', async ({ desk }) => {
  await desk.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      document.body.dataset.played = this.src
      return play.call(this)
    }
  })
  await register(desk, 'ALI')
  await openScreen(desk, '/', 'DashboardScreen')
  await waitForLive(desk)
  const played = desk.locator('body')
  await expect(played).not.toHaveAttribute('data-played')
  await desk.getByRole('button', { name: 'View Full Display' }).click()
  // The gesture unlocks the audio element that plays from then on.
  await expect(played).toHaveAttribute('data-played')
  await desk.evaluate(() => delete document.body.dataset.played)
  await call(desk, 1)
  await expect(desk.locator('.overlay__name')).toHaveText('ALI')
  await expect(played).toHaveAttribute('data-played', /\/sounds\/.+\.mp3/)
})

test('the whole stage fits every window', async ({ desk }) => {
  await desk.setViewportSize({ width: 1600, height: 700 })
  await openScreen(desk, '/', 'DashboardScreen')
  await desk.getByRole('button', { name: 'Fullscreen TV Display' }).click()
  const box = await desk.locator('.stage').boundingBox()
  expect(box?.height).toBeCloseTo(700, 0)
  expect(box?.width).toBeCloseTo((700 * 16) / 9, 0)
  expect(box?.x).toBeCloseTo((1600 - (700 * 16) / 9) / 2, 0)
})

test('an administrator sees a trouble within a minute, and that it is over', async ({ desk }) => {
  const trouble = 'Only 300.0 MB are free on the disk.'
  let notices = [trouble]
  await desk.route('**/api/dashboard/notices', route => route.fulfill({ json: notices }))
  await desk.clock.install()
  await openScreen(desk, '/', 'SystemNotices')
  await expect(desk.getByRole('alert')).toHaveCount(0)
  await desk.clock.runFor(61_000)
  await expect(desk.getByRole('alert')).toHaveText(trouble)
  notices = []
  await desk.clock.runFor(61_000)
  await expect(desk.getByRole('alert')).toHaveCount(0)
})

test('each room says whom it serves, and the page follows', async ({ desk }) => {
  await register(desk, 'ALI', 'MEI')
  await desk.goto('/')
  const rooms = desk.locator('.clinic-now')
  await expect(rooms.getByRole('row', { name: 'Room 1 free' })).toBeVisible()
  await expect(rooms).toContainText(/Longest wait#001, since \d\d:\d\dOn hold0/)
  await call(desk, 1)
  await expect(rooms.getByRole('row', { name: /Room 1 #001 ALI \d\d:\d\d/ })).toBeVisible()
  await expect(rooms).toContainText('Longest wait#002')
})

test('a new clinic sees what is left to do, and can dismiss it and bring it back', async ({
  desk,
}) => {
  await openScreen(desk, '/', 'GettingStartedCard')
  const card = desk.locator('.getting-started')
  await expect(card.getByText(/^Is it \d\d:\d\d, \w+ \d+ \w+\?$/)).toBeVisible()
  await card.getByRole('button', { name: 'No' }).click()
  await expect(card.getByText('Asia/Kuala_Lumpur')).toBeVisible()
  await card.getByRole('button', { name: 'Yes' }).click()
  await expect(card.getByRole('list', { name: 'Done' })).toContainText('The clock')
  await card.getByText('A TV', { exact: true }).click()
  await expect(card.getByRole('img', { name: "The TV's address" })).toBeVisible()
  await card.getByRole('button', { name: 'Dismiss' }).click()
  await expect(card).toHaveCount(0)

  await openScreen(desk, '/settings?section=queue', 'SettingsScreen')
  await desk.getByLabel('Show the first steps that are not done').check()
  await desk.getByRole('button', { name: 'Save all' }).click()
  await expect(desk.getByRole('button', { name: 'Save all' })).toHaveCount(0)
  await desk.goto('/')
  await expect(card.getByRole('list', { name: 'Done' })).toContainText('The clock')
})
