import { openBrowser } from '../../../bench/browser.ts'
import { startProxy } from '../../../support/network/proxy.ts'
import { ADMIN } from '../../../support/server/test-clinic.ts'
import { signIn } from '../../../support/server/test-server.ts'
import type { ScenarioProgram } from '../program.ts'
import type { RecordedWrite } from '../recorded-write.ts'
import { startHeadlessDesk, startHeadlessReception } from './headless-desks.ts'
import { startHeadlessTv } from './headless-tv.ts'
import { openPageDesk } from './page-desk.ts'
import { openPageReception } from './page-reception.ts'
import { openPageTv } from './page-tv.ts'

export const DESKS = [
  'Reception',
  'Reception 2',
  'Room 1',
  'Room 2',
  'Room 3',
  'Dispensary',
] as const
export const TVS = ['TV in the hall', 'TV in the corridor', 'TV upstairs'] as const
type Device = (typeof DESKS)[number] | (typeof TVS)[number]

/** Six desks and three TVs, each behind a proxy of its own. */
export async function openActors(
  program: ScenarioProgram,
  record: (write: RecordedWrite, device: string) => void,
  speedup: number,
) {
  const { url, admin, timeZone } = program
  const renewals: (() => Promise<number>)[] = [
    async () => (await admin.send('GET', SESSION_PATH)).status,
  ]
  const proxies = new Map<string, Awaited<ReturnType<typeof startProxy>>>()
  for (const name of [...DESKS, ...TVS]) proxies.set(name, await startProxy(url))
  const browser = await openBrowser()

  const getProxy = (name: string) => {
    const proxy = proxies.get(name)
    if (!proxy) throw new Error(`no proxy for ${name}`)
    return proxy
  }

  async function page(name: Device, isTv = false) {
    const viewport = isTv ? { width: 1920, height: 1080 } : { width: 1440, height: 900 }
    const context = await browser.newContext({ baseURL: getProxy(name).url, viewport })
    await context.request.post('/api/auth/login', { data: ADMIN })
    // Past the proxy: the context's cookies are of the host, whatever the port.
    renewals.push(async () => (await context.request.get(url + SESSION_PATH)).status())
    return context.newPage()
  }
  async function token(name: Device): Promise<string> {
    return (await admin.send('POST', '/api/tv-devices', { userId: 1, name })).body.token
  }
  async function connectionOf(name: Device) {
    const { cookie, send } = await signIn(url, ADMIN)
    renewals.push(async () => (await send('GET', SESSION_PATH)).status)
    return { url: getProxy(name).url, cookie, timeZone }
  }

  const onWriteOf = (name: Device) => (write: RecordedWrite) => record(write, name)
  const receptions = [
    await openPageReception('Reception', await page('Reception'), onWriteOf('Reception')),
    await startHeadlessReception(
      'Reception 2',
      await connectionOf('Reception 2'),
      onWriteOf('Reception 2'),
    ),
  ]
  const rooms = [
    await openPageDesk('Room 1', await page('Room 1'), '/queue', onWriteOf('Room 1')),
    await startHeadlessDesk('Room 2', await connectionOf('Room 2'), onWriteOf('Room 2')),
    await startHeadlessDesk('Room 3', await connectionOf('Room 3'), onWriteOf('Room 3')),
  ]
  const counter = await openPageDesk(
    'Dispensary',
    await page('Dispensary'),
    '/dispensary',
    onWriteOf('Dispensary'),
  )

  const hall = await page('TV in the hall', true)
  const inTheHall = await openPageTv('TV in the hall', hall, speedup)
  await hall.goto(`/tv/${await token('TV in the hall')}`)
  await hall.locator('body[data-awake]').waitFor()
  await hall.keyboard.press('Enter')

  const corridor = await page('TV in the corridor', true)
  const inTheCorridor = await openPageTv('TV in the corridor', corridor, speedup)
  await corridor.goto('/')
  await corridor.locator('[data-island=DashboardScreen][data-awake]').waitFor()
  await corridor.getByRole('button', { name: 'Fullscreen TV Display' }).click()
  await corridor.locator('body[data-live=on]').waitFor()

  const upstairs = await startHeadlessTv('TV upstairs', {
    url: getProxy('TV upstairs').url,
    token: await token('TV upstairs'),
    timeZone,
    speedup,
  })

  return {
    receptions,
    rooms,
    counter,
    /** Those that change what a patient does next. */
    steppingDesks: [...rooms, counter],
    desks: [...receptions, ...rooms, counter],
    tvs: [inTheHall, inTheCorridor, upstairs],
    getProxy,
    /**
     * Hours pass in a moment, and a session ends after twelve without a request: a device that is offline
     * would be signed out.
     */
    renewSessions: () => Promise.all(renewals.map(untilRenewed)),
    /** Returns how to read the Dashboard behind the fullscreen display. */
    async leaveFullscreen() {
      await corridor.keyboard.press('Escape')
      await corridor.locator('.summary-card').first().waitFor()
      return async () => ({
        counts: await corridor.locator('.summary-card__value').allTextContents(),
      })
    },
    async close() {
      for (const actor of [...receptions, ...rooms, upstairs]) if ('close' in actor) actor.close()
      await browser.close()
      for (const proxy of proxies.values()) proxy.close()
    },
  }
}

export type Actors = Awaited<ReturnType<typeof openActors>>

const SESSION_PATH = '/api/auth/me'
const RETRY_DELAY_MS = 200
const MAX_ATTEMPTS = 100

async function untilRenewed(renew: () => Promise<number>) {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const status = await renew().catch(() => 0)
    if (status === 200) return
    if (status === 401) throw new Error('a device is signed out')
    await Bun.sleep(RETRY_DELAY_MS)
  }
  throw new Error('a session was not renewed')
}
