import {
  button,
  call,
  card,
  expect,
  type Page,
  register,
  waitForHydration,
  waitForLive,
} from '../../support/screens/fixtures.ts'
import { test, waitForTvHydration } from '../../support/screens/tv-fixtures.ts'

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

const LATER_AT_DESK = 'GET /api/patients'
const LATER_AT_TV = 'GET /api/tv/settings'

/**
 * What pages request for these changes proves that they requested nothing more for those before.
 */
async function changeElsewhere(page: Page) {
  await register(page, 'LATER')
  await saveSetting(page, 'marqueeText')
}

async function saveSetting(page: Page, key: string) {
  const settings = [{ key, category: 'display', value: 'LATER' }]
  const response = await page.request.put('/api/settings', { data: { settings } })
  expect(response.ok()).toBe(true)
}

async function openTv(tv: Page, url: string) {
  const stream = tv.waitForResponse('**/events')
  await tv.goto(url)
  await stream
  await waitForTvHydration(tv)
}

async function openScreen(page: Page, path: string, island: string) {
  await page.goto(path)
  await waitForHydration(page, island)
  await waitForLive(page)
}

test('a screen that has just been rendered fetches nothing', async ({ desk, tv, tvUrl }) => {
  const ofDesk = collectRequests(desk)
  for (const [id, path, island] of [
    [1, '/queue', 'QueueScreen'],
    [2, '/dispensary', 'DispensaryScreen'],
  ] as const) {
    await openScreen(desk, path, island)
    // A registration brings its patient with it, a deletion does not.
    await register(desk, 'LATER')
    await desk.request.delete(`/api/patients/${id}`)
    await expect.poll(() => ofDesk).toContain(LATER_AT_DESK)
    expect(ofDesk.splice(0)).toEqual([LATER_AT_DESK])
  }
  const ofTv = collectRequests(tv)
  await openTv(tv, tvUrl)
  await changeElsewhere(desk)
  await expect.poll(() => ofTv).toContain(LATER_AT_TV)
  expect(ofTv).toEqual([LATER_AT_TV])
})

test('a call costs its own request, none for other desks, and one for a TV', async ({
  desk,
  openAnotherDesk,
  tv,
  tvUrl,
}) => {
  await register(desk, 'ALI', 'MEI')
  await openTv(tv, tvUrl)
  const other = await openAnotherDesk()
  for (const page of [desk, other]) await openScreen(page, '/queue', 'QueueScreen')
  const [ofDesk, ofOther, ofTv] = [desk, other, tv].map(collectRequests)

  await desk.getByLabel('Select Room for Call').selectOption({ label: 'Room 1' })
  await button(desk, 'ALI', 'Call').click()
  await expect(desk.locator('.toast')).toContainText('Patient successfully called')
  await expect(card(other, 'ALI')).toContainText('Room 1')
  await expect(tv.locator('.overlay__name')).toHaveText('ALI')
  expect(ofOther).toEqual([])
  await expect.poll(() => ofTv).toEqual(['GET /api/tv/shown-calls'])
  expect(ofDesk).toEqual(['PATCH /api/patients/1/status'])

  // Also what another desk does arrives without one.
  await call(desk, 2, 3)
  await expect(card(desk, 'MEI')).toContainText('Room 2')
  expect(ofDesk).toEqual(['PATCH /api/patients/1/status'])
})

test('a registration costs its own request, and none for the TV', async ({ desk, tv, tvUrl }) => {
  await openTv(tv, tvUrl)
  await openScreen(desk, '/register', 'RegisterScreen')
  const [ofDesk, ofTv] = [desk, tv].map(collectRequests)
  await desk.keyboard.type('ali')
  await desk.keyboard.press('Enter')
  await expect(desk.locator('.next-number')).toHaveText('Next Number#002')
  await expect(desk.locator('.recent__row')).toContainText('ALI')
  await saveSetting(desk, 'marqueeText')
  await expect.poll(() => ofTv).toEqual([LATER_AT_TV])
  expect(ofDesk).toEqual(['POST /api/patients'])
})

test('a saved setting costs its own request with what changed, and one for the TV', async ({
  desk,
  tv,
  tvUrl,
}) => {
  await openTv(tv, tvUrl)
  await openScreen(desk, '/settings?section=look', 'SettingsScreen')
  const [ofDesk, ofTv] = [desk, tv].map(collectRequests)
  const saving = desk.waitForRequest('**/api/settings')
  await desk.getByLabel('Name on the display').fill('KLINIK AMAN')
  await desk.getByRole('button', { name: 'Save Clinic Name', exact: true }).click()
  expect((await saving).postDataJSON()).toEqual({
    settings: [{ key: 'clinicName', category: 'display', value: 'KLINIK AMAN' }],
  })
  await expect(desk.locator('.toast')).toContainText('Settings saved successfully')
  await expect(tv.locator('.stage__clinic-name')).toHaveText('KLINIK AMAN')
  expect(ofDesk).toEqual(['PUT /api/settings'])
  expect(ofTv).toEqual(['GET /api/tv/settings'])
})
