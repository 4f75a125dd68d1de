import { openBrowser } from '../../bench/browser.ts'
import { ADMIN } from '../../support/clinic.ts'
import { aProxy } from '../../support/proxy.ts'
import { signIn } from '../../support/server.ts'
import type { WorstClinic } from './clinic.ts'
import type { Answered } from './desk.ts'
import { aHeadlessDesk, aHeadlessReception } from './headless-desks.ts'
import { aHeadlessTv } from './headless-tv.ts'
import { aPageDesk } from './page-desk.ts'
import { aPageReception } from './page-reception.ts'
import { aPageTv } from './page-tv.ts'

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

/** Six desks and three TVs, each with a Wi-Fi of its own between itself and the server. */
export async function openStaff(
  clinic: WorstClinic,
  hear: (answered: Answered) => void,
  hurry: number,
) {
  const { url, admin, timeZone } = clinic
  const proxies = new Map<string, Awaited<ReturnType<typeof aProxy>>>()
  for (const name of [...DESKS, ...TVS]) proxies.set(name, await aProxy(url))
  const browser = await openBrowser()

  const wifi = (name: string) => {
    const proxy = proxies.get(name)
    if (!proxy) throw new Error(`nobody is called ${name}`)
    return proxy
  }

  async function page(name: Device, isTv = false) {
    const viewport = isTv ? { width: 1920, height: 1080 } : { width: 1440, height: 900 }
    const context = await browser.newContext({ baseURL: wifi(name).url, viewport })
    await context.request.post('/api/auth/login', { data: ADMIN })
    return context.newPage()
  }
  async function token(name: Device): Promise<string> {
    return (await admin.send('POST', '/api/tv-devices', { userId: 1, name })).body.token
  }
  const at = async (name: Device) => ({
    url: wifi(name).url,
    cookie: (await signIn(url, ADMIN)).cookie,
    timeZone,
  })

  const receptions = [
    await aPageReception('Reception', await page('Reception'), hear),
    await aHeadlessReception('Reception 2', await at('Reception 2'), hear),
  ]
  const rooms = [
    await aPageDesk('Room 1', await page('Room 1'), '/queue', hear),
    await aHeadlessDesk('Room 2', await at('Room 2'), hear),
    await aHeadlessDesk('Room 3', await at('Room 3'), hear),
  ]
  const counter = await aPageDesk('Dispensary', await page('Dispensary'), '/dispensary', hear)

  const hall = await page('TV in the hall', true)
  const inTheHall = await aPageTv('TV in the hall', hall, hurry)
  await hall.goto(`/tv/${await token('TV in the hall')}`)
  await hall.locator('body[data-awake]').waitFor()
  await hall.keyboard.press('Enter')

  const corridor = await page('TV in the corridor', true)
  const inTheCorridor = await aPageTv('TV in the corridor', corridor, hurry)
  await corridor.goto('/')
  await corridor.locator('[data-island=DashboardScreen][data-awake]').waitFor()
  await corridor.getByRole('button', { name: 'Fullscreen TV Display' }).click()
  await corridor.locator('body[data-live=on]').waitFor()

  const upstairs = await aHeadlessTv('TV upstairs', {
    url: wifi('TV upstairs').url,
    token: await token('TV upstairs'),
    timeZone,
    hurry,
  })

  return {
    receptions,
    rooms,
    counter,
    desks: [...receptions, ...rooms, counter],
    tvs: [inTheHall, inTheCorridor, upstairs],
    wifi,
    /** The Dashboard behind its fullscreen display. */
    async leaveFullscreen() {
      await corridor.keyboard.press('Escape')
      await corridor.locator('.summary-card').first().waitFor()
      return async () => ({
        counts: await corridor.locator('.summary-card__value').allTextContents(),
      })
    },
    async close() {
      for (const one of [...receptions, ...rooms, upstairs]) if ('close' in one) one.close()
      await browser.close()
      for (const proxy of proxies.values()) proxy.close()
    },
  }
}

export type Staff = Awaited<ReturnType<typeof openStaff>>
