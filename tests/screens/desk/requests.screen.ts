import {
  addRoom,
  button,
  call,
  card,
  expect,
  holdRequests,
  holdTimeLimits,
  openScreen,
  type Page,
  register,
  waitForHydration,
  waitForLive,
} from '../../support/screens/fixtures.ts'
import { TV_STREAM, test, waitForTvHydration } from '../../support/screens/tv-fixtures.ts'
import { settingsBody } from '../../support/settings.ts'

/**
 * Collects the API requests of a page, such as `GET /api/patients`. Streams and sockets do not
 * count, nor what a TV reports: it fetches nothing.
 */
function collectRequests(page: Page) {
  const requests: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/') || pathname.endsWith('/events')) return
    if (/\/api\/tv\/\w+\/(heartbeat|receipts)$/.test(pathname)) return
    requests.push(`${request.method()} ${pathname.replace(/\/tv\/[a-z2-7]{32}/, '/tv')}`)
  })
  return requests
}

const LATER_AT_TV = 'GET /api/tv/settings'

/** Its stream begins late, as on a busy machine: nothing that the TV sends may overtake it. */
async function openTv(tv: Page, url: string) {
  const letConnect = await holdRequests(tv, TV_STREAM)
  const stream = tv.waitForResponse(TV_STREAM)
  await tv.goto(url)
  await waitForTvHydration(tv)
  letConnect()
  await stream
}

async function openLive(page: Page, path: string, island: string) {
  await openScreen(page, path, island)
  await waitForHydration(page, 'Sidebar')
  await waitForLive(page)
}

test('a screen that has just been rendered fetches nothing', async ({ desk, tv, tvUrl }) => {
  const ofDesk = collectRequests(desk)
  for (const [id, path, island] of [
    [1, '/queue', 'QueueScreen'],
    [2, '/dispensary', 'DispensaryScreen'],
  ] as const) {
    await openLive(desk, path, island)
    // Changes of others come without a request, but a room, whose name its patients have, too.
    await register(desk, 'LATER')
    await desk.request.delete(`/api/patients/${id}`)
    await addRoom(desk, `Room for ${island}`)
    const both = ['GET /api/patients', 'GET /api/windows']
    await expect.poll(() => ofDesk.toSorted()).toEqual(both)
    ofDesk.splice(0)
  }
  const ofTv = collectRequests(tv)
  await openTv(tv, tvUrl)
  // What the TV fetches for this proves that it fetched nothing before.
  await register(desk, 'LATER')
  await desk.request.put('/api/settings', { data: settingsBody({ marqueeText: 'LATER' }) })
  await expect.poll(() => ofTv).toContain(LATER_AT_TV)
  expect(ofTv).toEqual([LATER_AT_TV])
})

test("a press costs its own request and a TV's", async ({ desk, openAnotherDesk, tv, tvUrl }) => {
  await openTv(tv, tvUrl)
  const other = await openAnotherDesk()
  await openLive(other, '/queue', 'QueueScreen')
  await openLive(desk, '/register', 'RegisterScreen')
  const [ofDesk = [], ofOther = [], ofTv = []] = [desk, other, tv].map(collectRequests)

  for (const name of ['ali', 'mei']) {
    await desk.keyboard.type(name)
    await desk.keyboard.press('Enter')
    await expect(desk.locator('.recent__row').first()).toContainText(name.toUpperCase())
  }
  await expect(desk.locator('.next-number')).toHaveText('Next Number#003')
  await expect(card(other, 'MEI')).toBeVisible()
  expect(ofDesk.splice(0)).toEqual(Array(2).fill('POST /api/patients'))

  await openLive(desk, '/queue', 'QueueScreen')
  await desk.getByLabel('Select Room for Call').selectOption({ label: 'Room 1' })
  ofDesk.splice(0)
  await button(desk, 'ALI', 'Call').click()
  await expect(desk.locator('.toast')).toContainText('Patient successfully called')
  await expect(card(other, 'ALI')).toContainText('Room 1')
  await expect(tv.locator('.overlay__name')).toHaveText('ALI')
  await expect.poll(() => ofTv).toEqual(['GET /api/tv/shown-calls'])
  // Also what another desk does arrives without one.
  await call(desk, 2, 3)
  await expect(card(desk, 'MEI')).toContainText('Room 2')
  expect(ofDesk).toEqual(['PATCH /api/patients/1/status'])
  await expect.poll(() => ofTv).toEqual(Array(2).fill('GET /api/tv/shown-calls'))

  await openLive(desk, '/settings?section=information', 'SettingsScreen')
  for (const requests of [ofDesk, ofTv]) requests.splice(0)
  const saving = desk.waitForRequest('**/api/settings')
  await desk.getByRole('switch', { name: 'Show the marquee' }).check()
  await desk.getByRole('button', { name: 'Save Marquee', exact: true }).click()
  expect((await saving).postDataJSON()).toEqual({
    settings: [{ key: 'enableMarquee', category: 'display', value: 'true' }],
  })
  await expect(desk.locator('.toast')).toContainText('Settings saved successfully')
  await expect(tv.locator('.stage__marquee')).toBeVisible()
  expect([ofDesk, ofTv, ofOther]).toEqual([['PUT /api/settings'], [LATER_AT_TV], []])
})

test('a desk is refreshed after the time limit of its last request', async ({ desk }) => {
  await register(desk, 'ALI')
  const passLimits = await holdTimeLimits(desk)
  for (const [path, island] of [
    ['/queue', 'QueueScreen'],
    ['/dispensary', 'DispensaryScreen'],
  ] as const) {
    await openLive(desk, path, island)
    const refresh = desk.getByRole('button', { name: 'Refresh' })
    for (const status of [200, 304, 304]) {
      const answered = desk.waitForResponse('**/api/patients')
      await refresh.click()
      expect((await answered).status()).toBe(status)
      await expect(desk.locator('.toast')).toHaveText('Refreshed')
      await desk.getByRole('button', { name: 'Close' }).click()
      await expect(desk.locator('.toast')).toHaveCount(0)
      await passLimits()
    }
  }
})
