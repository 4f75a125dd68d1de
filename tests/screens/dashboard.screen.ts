import {
  call,
  expect,
  openScreen,
  type Page,
  register,
  stopClock,
  test,
  waitForLive,
} from '../support/screens/fixtures.ts'
import { recordSounds } from '../support/screens/sounds.ts'

function stat(page: Page, title: string) {
  const ofTitle = page.getByRole('heading', { name: title, exact: true })
  return page.locator('.summary-card', { has: ofTitle }).locator('.summary-card__value')
}

test('the page follows the queue; a fresh one announces no earlier call', async ({ desk }) => {
  const isOfCalls = (url: string) => url.includes('/api/dashboard/shown-calls?')
  const asking = desk.waitForRequest(request => isOfCalls(request.url()))
  await openScreen(desk, '/', 'DashboardScreen')
  await expect(stat(desk, 'Waiting')).toHaveText('0')
  await expect(desk.getByText('out of 3 total rooms')).toBeVisible()
  await expect(desk.getByText('NO DISPLAY')).toBeVisible()
  const rooms = desk.locator('.clinic-now')
  await expect(rooms.getByRole('row', { name: 'Room 1 No patient Free' })).toBeVisible()
  await expect(desk.getByText('No patients waiting')).toBeVisible()

  await register(desk, 'ALI', 'MEI')
  await expect(stat(desk, 'Waiting')).toHaveText('2')
  await expect(desk.locator('.summary-card').last()).toHaveText('min, longest wait#001ALI0')
  await expect(desk.locator('.waiting-bands')).toHaveText('Waiting now2 patients2up to 10 min')
  await call(desk, 1)
  await expect(stat(desk, 'Called')).toHaveText('1')
  await expect(rooms.getByRole('row', { name: 'Room 1 #001 ALI Called just now' })).toBeVisible()
  await expect(desk.locator('.summary-card').last()).toContainText('#002MEI')
  await expect(desk.locator('.overlay__name')).toHaveText('ALI')

  // No cache may respond with an old call.
  const request = await asking
  expect(new URL(request.url()).searchParams.get('t')).toMatch(/^\d{13}$/)
  expect((await request.allHeaders())['cache-control']).toBe('no-cache')

  await openScreen(desk, '/', 'DashboardScreen')
  await expect(desk.locator('.stage__name')).toHaveText('ALI')
  await register(desk, 'SITI')
  await expect(stat(desk, 'Waiting')).toHaveText('2')
  await expect(desk.locator('.overlay')).toHaveCount(0)
})

test('fullscreen shows and sounds the display alone, with an exit for 3 s', async ({ desk }) => {
  const played = await recordSounds(desk)
  await register(desk, 'ALI', 'MEI')
  await desk.clock.install()
  await desk.setViewportSize({ width: 1600, height: 700 })
  await openScreen(desk, '/', 'DashboardScreen')
  await waitForLive(desk)
  await call(desk, 1)
  await expect(desk.locator('.overlay__name')).toHaveText('ALI')
  expect(await played()).toEqual([])
  await desk.clock.runFor(5_100)

  await desk.getByRole('button', { name: 'View Full Display' }).click()
  await expect(desk.locator('.sidebar')).toBeHidden()
  // The stage is drawn anew in fullscreen, and then scaled.
  await expect(async () => {
    const box = await desk.locator('.stage').boundingBox()
    expect(box?.height).toBeCloseTo(700, 0)
    expect(box?.width).toBeCloseTo((700 * 16) / 9, 0)
    expect(box?.x).toBeCloseTo((1600 - (700 * 16) / 9) / 2, 0)
  }).toPass()
  // The gesture unlocks the audio element that plays from then on.
  await expect.poll(played).toHaveLength(1)
  await call(desk, 2, 3)
  await expect(desk.locator('.overlay__name')).toHaveText('MEI')
  await expect.poll(played).toContainEqual(expect.stringMatching(/^aloud .+\/sounds\/.+\.mp3$/))

  const exit = desk.getByRole('button', { name: 'Exit Fullscreen' })
  await stopClock(desk)
  await desk.clock.runFor(3_100)
  await expect(exit).toBeHidden()
  await desk.mouse.move(300, 300)
  await expect(exit).toBeVisible()
  await exit.click()
  await expect(desk.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Fullscreen TV Display' })).toBeFocused()
  await expect(desk.locator('.sidebar')).toBeVisible()
  // It is the desk's own session still.
  expect((await desk.request.get('/api/patients')).status()).toBe(200)
})

test('an administrator sees a trouble within a minute, and confirms a date that changed', async ({
  desk,
}) => {
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

  const doubt = 'The date went from 20 Nov 2026 to 30 Dec 2026.'
  const asked = { day: '2026-12-30', doubt }
  let clock: { day: string; doubt: string | null } = asked
  await desk.route('**/api/clock', route => route.fulfill({ json: clock }))
  await desk.route('**/api/clock/confirm', route => {
    expect(route.request().postDataJSON()).toEqual({ day: '2026-12-30' })
    clock = { ...asked, doubt: null }
    return route.fulfill({ json: clock })
  })
  await desk.clock.runFor(61_000)
  await expect(desk.getByRole('alert')).toContainText(doubt)
  await desk.getByRole('button', { name: 'Confirm date' }).click()
  await expect(desk.getByText('Date confirmed')).toBeVisible()
  await expect(desk.getByText(doubt)).toHaveCount(0)
})

const WAITED = [5, 15, 16, 25, 44, 46]

test('who waits is counted by band, red only beyond the limit of the clinic', async ({ desk }) => {
  const { now, ...figures } = await (await desk.request.get('/api/dashboard/stats')).json()
  expect(now).toMatchObject({ limitMinutes: 45, onHold: 0, away: 0 })
  const { day } = await (await desk.request.post('/api/patients', { data: {} })).json()
  await desk.route('**/api/dashboard/stats', route => {
    const since = WAITED.map(minutes => new Date(Date.now() - minutes * 60_000 - 5_000))
    const waitingSince = since.map(at => at.toISOString())
    const patient = { number: 4, label: '004', day, name: 'LAU', status: 'in-progress' }
    const rooms = [{ room: 'Room 1 - Dr. Lim', patient, since: waitingSince[1] }]
    const longestWait = { number: 2, label: '002', day, name: 'SITI', since: waitingSince.at(-1) }
    const clinic = { ...now, rooms, waitingSince, longestWait, onHold: 4, away: 3 }
    return route.fulfill({ json: { ...figures, now: clinic } })
  })
  await openScreen(desk, '/', 'DashboardScreen')
  await expect(desk.locator('.waiting-bands li')).toHaveText([
    '1up to 10 min',
    '2up to 20 min',
    '1up to 30 min',
    '1over 30 min',
    '1over 45 min',
  ])
  await expect(desk.locator('.clinic-now')).toContainText('Away 3 · On hold 1')
  await expect(desk.getByRole('row', { name: /^Room 1/ })).toHaveText(
    'Room 1 Dr. Lim#004 LAUIn progress, 15 min',
  )
  await expect(desk.locator('.bad')).toHaveText('46')
})

test('a new clinic sees what is left to do, dismisses it, and brings it back', async ({ desk }) => {
  await openScreen(desk, '/', 'GettingStartedCard')
  const card = desk.locator('.getting-started')
  expect((await card.boundingBox())?.height).toBe(72)
  await card.getByRole('button', { name: 'Check the clock' }).click()
  await expect(card.getByText(/^Is it \d\d:\d\d, \w+ \d+ \w+\?$/)).toBeVisible()
  await card.getByRole('button', { name: 'No', exact: true }).click()
  await expect(card.getByText('Asia/Kuala_Lumpur')).toBeVisible()
  await card.getByRole('button', { name: 'Yes' }).click()
  await expect(card.getByText('Done: The clock')).toBeVisible()
  await expect(card.getByRole('link', { name: 'Change Password' })).toHaveCount(2)
  await card.getByRole('button', { name: 'TV design' }).click()
  await card.getByRole('button', { name: 'Use the Calm design' }).click()
  await expect(desk.locator('.toast')).toContainText('Settings saved successfully')
  const saved = await (await desk.request.get('/api/settings')).json()
  expect(saved).toContainEqual(
    expect.objectContaining({ key: 'callBackgroundColor', value: '#0f5f4b' }),
  )
  await card.getByRole('button', { name: 'Dismiss' }).click()
  await expect(card).toHaveCount(0)

  await openScreen(desk, '/settings?section=queue', 'SettingsScreen')
  await desk.getByLabel('Show unfinished first steps').check()
  await desk.getByRole('button', { name: 'Save all' }).click()
  await expect(desk.getByRole('button', { name: 'Save all' })).toHaveCount(0)
  await desk.goto('/')
  await expect(card.getByRole('link', { name: 'Change Password' })).toBeVisible()
})
