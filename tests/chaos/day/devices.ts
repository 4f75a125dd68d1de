import type { BrowserContext, Page } from 'playwright'
import { openBrowser } from '../../bench/browser.ts'
import { collectConsoleErrors } from '../../support/browser/console-errors.ts'
import { startProxy } from '../../support/network/proxy.ts'
import { ADMIN } from '../../support/server/test-clinic.ts'
import type { Ledger } from '../ledger.ts'
import { getListsView } from './desk-pages.ts'
import type { DayProgram } from './program.ts'
import { recordAnnouncements } from './tv-pages.ts'
import { watchWrites } from './writes.ts'

const DESKS: Record<string, string> = {
  Reception: '/register',
  'Reception 2': '/register',
  'Room 1': '/queue',
  'Room 2': '/queue',
  'Room 3': '/queue',
  Dispensary: '/dispensary',
}
const TVS = ['TV in the hall', 'TV in the corridor', 'TV upstairs']
/** It shows the Dashboard in fullscreen; the others have a device token. */
const DASHBOARD_TV = 'TV in the corridor'
export const KIOSK = 'Kiosk'
const SHOWN_TEXT = 300
const STARTED = 'body[data-awake], [data-island$=Screen][data-awake]'
const REGISTER_SECTIONS = {
  'next number': '.next-number__value',
  'total registered': '.stat__value',
  'recent numbers': '.recent__row .number-chip',
  'recent names': '.recent__name',
  queues: '.queue-chip',
  'chosen queue': '.queue-chip:has(:checked)',
  expected: '.expected__name',
  // Whatever is searched.
  'expected count': '.expected__title',
  'expected at': '.expected__time',
}
const KIOSK_SECTIONS = {
  'on the start screen': '.kiosk__title, .kiosk__choices--languages, .kiosk__sentences',
}
/** Where reception's browser keeps the queue that it chose. */
const CHOSEN_QUEUE = 'registers-for-queue'
const TV_SECTIONS = {
  'current call': '.stage__name, .stage__room',
  'history on TV': '.stage__row--taken :is(.stage__row-name, .stage__row-room)',
  // The fifth is the longest wait, in minutes.
  numbers: '.summary-card:nth-child(-n + 4) .summary-card__value',
}

/** The lines of each section that a screen shows. */
export type View = Record<string, string[]>

export async function openDevices(program: DayProgram, ledger: Ledger, speedup: number) {
  const { url, send } = program
  const contexts: BrowserContext[] = []
  const browser = await openBrowser()

  async function open(name: string, path: string) {
    const isTv = TVS.includes(name)
    const viewport = isTv ? { width: 1920, height: 1080 } : { width: 1440, height: 900 }
    const isDesk = DESKS[name] !== undefined || name === DASHBOARD_TV
    const proxy = await startProxy(url)
    const context = await browser.newContext({ baseURL: proxy.url, viewport })
    if (isDesk) {
      contexts.push(context)
      await context.request.post('/api/auth/login', { data: ADMIN })
    }
    const page = await context.newPage()
    const announced = isTv ? await recordAnnouncements(page, speedup) : null
    const tooLate = watchWrites(page, ledger)
    const errors = collectConsoleErrors(page)
    await start(page, path)
    // A page that is loaded again, as when it was signed out, is an error.
    page.on('load', () => errors.push(`loaded again: ${new URL(page.url()).pathname}`))
    if (name === DASHBOARD_TV)
      await page.getByRole('button', { name: 'Fullscreen TV Display' }).click()
    else if (isTv) await page.keyboard.press('Enter')

    async function getFreshView() {
      const fresh = await context.newPage()
      await keepChosenQueue(page, fresh)
      await start(fresh, url + path)
      await fresh.evaluate(() => new Promise(requestAnimationFrame))
      const view = await readView(fresh, path)
      await fresh.close()
      return view
    }
    const getView = () => readView(page, path)
    return { name, page, proxy, errors, announced, tooLate, getView, getFreshView }
  }

  const all: Awaited<ReturnType<typeof open>>[] = []
  for (const [name, path] of Object.entries(DESKS)) all.push(await open(name, path))
  for (const name of TVS) {
    const { body } = await send('POST', '/api/tv-devices', { userId: ADMIN.id, name })
    all.push(await open(name, name === DASHBOARD_TV ? '/' : `/tv/${body.token}`))
  }
  const kiosk = { userId: ADMIN.id, name: KIOSK, kind: 'kiosk' }
  all.push(await open(KIOSK, `/kiosk/${(await send('POST', '/api/tv-devices', kiosk)).body.token}`))

  return {
    all,
    kiosks: all.filter(({ name }) => name === KIOSK),
    at: (path: string) => all.filter(({ name }) => DESKS[name] === path),
    tvs: all.filter(({ name }) => TVS.includes(name)),
    /** A device that is offline while hours pass in a moment would be signed out. */
    async renewSessions() {
      await program.signInAgain()
      for (const { request } of contexts) await request.get(`${url}/api/auth/me`)
    },
    async close() {
      await browser.close()
      for (const { proxy } of all) proxy.close()
    },
  }
}

async function start(page: Page, address: string) {
  await page.goto(address)
  const started = page.locator(STARTED).first().waitFor()
  await started.catch(async () => {
    const text = await page.locator('body').textContent()
    throw new Error(`${address} did not start: ${text?.slice(0, SHOWN_TEXT)}`)
  })
}

async function readView(page: Page, path: string): Promise<View> {
  if (path === '/queue' || path === '/dispensary') return getListsView(page)
  const sections = Object.entries(getSections(path))
  const texts = sections.map(async ([title, selector]) => [
    title,
    await page.locator(selector).allTextContents(),
  ])
  return Object.fromEntries(await Promise.all(texts))
}

function getSections(path: string): Record<string, string> {
  if (path === '/register') return REGISTER_SECTIONS
  return path.startsWith('/kiosk/') ? KIOSK_SECTIONS : TV_SECTIONS
}

/** The fresh page has another address, and so another storage. */
async function keepChosenQueue(page: Page, fresh: Page) {
  const chosen = await page.evaluate(key => localStorage.getItem(key), CHOSEN_QUEUE)
  await fresh.addInitScript(
    ([key, value]) => {
      if (value) localStorage.setItem(`${key}`, value)
      else localStorage.removeItem(`${key}`)
    },
    [CHOSEN_QUEUE, chosen],
  )
}

export type Devices = Awaited<ReturnType<typeof openDevices>>
