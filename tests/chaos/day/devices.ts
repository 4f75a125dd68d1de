import type { BrowserContext, Page } from 'playwright'
import { openBrowser } from '../../bench/browser.ts'
import { collectConsoleErrors } from '../../support/browser/console-errors.ts'
import { startProxy } from '../../support/network/proxy.ts'
import { ADMIN } from '../../support/server/test-clinic.ts'
import { getListsView, getRegisterView } from './desk-pages.ts'
import type { DayProgram } from './program.ts'
import { getTvView, recordAnnouncements } from './tv-pages.ts'
import type { View } from './views.ts'
import type { WriteLog } from './write-log.ts'

const RECEPTIONS = ['Reception', 'Reception 2']
const ROOMS = ['Room 1', 'Room 2', 'Room 3']
const TVS = ['TV in the hall', 'TV in the corridor', 'TV upstairs']
/** It shows the Dashboard in fullscreen; the others have a device token. */
const DASHBOARD_TV = 'TV in the corridor'
const SHOWN_TEXT = 300
const STARTED = 'body[data-awake], [data-island$=Screen][data-awake]'

export async function openDevices(program: DayProgram, log: WriteLog, speedup: number) {
  const { url, send } = program
  const proxies = new Map<string, Awaited<ReturnType<typeof startProxy>>>()
  const contexts: BrowserContext[] = []
  const announced = new Map<string, string[]>()
  const browser = await openBrowser()

  async function open(name: string, path: string, readView: (page: Page) => Promise<View>) {
    const isTv = TVS.includes(name)
    const viewport = isTv ? { width: 1920, height: 1080 } : { width: 1440, height: 900 }
    const proxy = await startProxy(url)
    proxies.set(name, proxy)
    const context = await browser.newContext({ baseURL: proxy.url, viewport })
    if (!path.startsWith('/tv/')) {
      contexts.push(context)
      await context.request.post('/api/auth/login', { data: ADMIN })
    }
    const page = await context.newPage()
    if (isTv) announced.set(name, await recordAnnouncements(page, speedup))
    log.watch(name, page)
    const errors = collectConsoleErrors(page)
    await start(page, path)
    // A page that is loaded again, as when it was signed out, is an error.
    page.on('load', () => errors.push(`loaded again: ${new URL(page.url()).pathname}`))
    return {
      name,
      page,
      errors,
      getView: () => readView(page),
      async getFreshView() {
        const fresh = await context.newPage()
        await start(fresh, url + path)
        const view = await readView(fresh)
        await fresh.close()
        return view
      },
    }
  }

  async function openTv(name: string) {
    const { body } = await send('POST', '/api/tv-devices', { userId: ADMIN.id, name })
    const isOnDashboard = name === DASHBOARD_TV
    const tv = await open(name, isOnDashboard ? '/' : `/tv/${body.token}`, getTvView)
    if (isOnDashboard) await tv.page.getByRole('button', { name: 'Fullscreen TV Display' }).click()
    else await tv.page.keyboard.press('Enter')
    return tv
  }

  const openAll = async <T>(names: string[], openOne: (name: string) => Promise<T>) => {
    const opened: T[] = []
    for (const name of names) opened.push(await openOne(name))
    return opened
  }
  const receptions = await openAll(RECEPTIONS, name => open(name, '/register', getRegisterView))
  const rooms = await openAll(ROOMS, name => open(name, '/queue', getListsView))
  const counter = await open('Dispensary', '/dispensary', getListsView)
  const tvs = await openAll(TVS, openTv)

  return {
    receptions,
    rooms,
    counter,
    tvs,
    all: [...receptions, ...rooms, counter, ...tvs],
    announced,
    getProxy(name: string) {
      const proxy = proxies.get(name)
      if (!proxy) throw new Error(`no proxy for ${name}`)
      return proxy
    },
    /** A device that is offline while hours pass in a moment would be signed out. */
    async renewSessions() {
      await program.signInAgain()
      for (const { request } of contexts) await request.get(`${url}/api/auth/me`)
    },
    /** Ends the fullscreen display, behind which the Dashboard is. */
    async leaveFullscreen() {
      await tvs.find(({ name }) => name === DASHBOARD_TV)?.page.keyboard.press('Escape')
    },
    async close() {
      await browser.close()
      for (const proxy of proxies.values()) proxy.close()
    },
  }
}

async function start(page: Page, address: string) {
  await page.goto(address)
  await page
    .locator(STARTED)
    .first()
    .waitFor()
    .catch(async () => {
      const text = await page.locator('body').textContent()
      throw new Error(`${address} did not start: ${text?.slice(0, SHOWN_TEXT)}`)
    })
}

export type Devices = Awaited<ReturnType<typeof openDevices>>
