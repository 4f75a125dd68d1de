import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import type { TvOptions } from '#domain/display/tv-options'
import type { Settings } from '#domain/settings-record'
import type { LOOKS } from '../../islands/settings/looks.ts'
import { loadAssets } from '../../server/http/assets.ts'
import { startWeatherService } from '../support/fakes/weather-service.ts'
import { PHONE } from '../support/screens/qr.ts'
import { ADMIN, type App } from '../support/server/test-clinic.ts'
import { startTestServer } from '../support/server/test-server.ts'
import { save } from './day.ts'

export type Place = 'desk' | 'phone' | 'tv' | 'upright'

export type State = Options & {
  screen: string
  name: string
  /** Without it, `show` opens the screen. */
  path: string | null
}

export type Options = {
  /** By default a desk and a phone. */
  places?: Place[]
  isSignedOut?: boolean
  /** Fills the clinic; without it, it is new. */
  fill?(clinic: App): Promise<unknown>
  settings?: Partial<Settings>
  tvOptions?: Partial<TvOptions>
  /** The room that calls its patient again while a TV is open. */
  announces?: number
  show?(scene: Scene): Promise<unknown>
  isWhole?: boolean
  /** Whether it is taken in each of the TV's looks, not only in a new clinic's colors. */
  inEachLook?: boolean
  /** The README's picture that is updated with it, from the first place. */
  readme?: string
}

export function state(screen: string, name: string, path: string | null, options: Options = {}) {
  return { screen, name, path, ...options }
}

export type Scene = {
  clinic: App
  page: Page
  /** Another browser at a desk, signed out. */
  openAnother(): Promise<Page>
  loseTheClinic(): Promise<void>
}

type Look = (typeof LOOKS)[number]
export type Shot = { state: State; place: Place; look: Look | undefined }

const PLACES: Record<Place, BrowserContextOptions> = {
  desk: { viewport: { width: 1366, height: 768 } },
  phone: { ...PHONE },
  // A call fades in: a picture must not be taken on the way.
  tv: { viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' },
  upright: { viewport: { width: 1080, height: 1920 }, reducedMotion: 'reduce' },
}
const OUT = join(import.meta.dirname, '../../out/gallery')
const README_LOOK = 'Calm'
const GIVES_UP_AFTER_MS = 15_000

const assets = loadAssets()
const weather = startWeatherService()

/** The clinic's clock stands still, but its responses have the machine's date. */
const WITHOUT_DATE = `(function () {
  var get = Headers.prototype.get
  Headers.prototype.get = function (name) {
    return name.toLowerCase() === 'date' ? null : get.call(this, name)
  }
})()`

/** A clinic with the state's data; `stop` is as if its network was disconnected. */
async function openClinic({ fill, settings = {} }: State, look?: Look) {
  const server = await startTestServer({ assets, weatherUrl: weather.url })
  const { clinic } = server
  await save(clinic, { ...look?.settings })
  await fill?.(clinic)
  await save(clinic, settings)
  return server
}

/** Takes a state in this look or in each theme, and fails if a page can be scrolled sideways. */
export async function take(browser: Browser, shot: Shot) {
  const { state, place, look } = shot
  const { clinic, url, stop, close } = await openClinic(state, look)
  async function openContext(at: Place) {
    const context = await browser.newContext({ ...PLACES[at], baseURL: url })
    context.setDefaultTimeout(GIVES_UP_AFTER_MS)
    await context.addInitScript(WITHOUT_DATE)
    return context
  }

  try {
    const context = await openContext(place)
    if (!state.isSignedOut) await context.request.post('/api/auth/login', { data: ADMIN })
    const page = await context.newPage()
    if (state.path) {
      await page.goto(state.path)
      await page.waitForFunction(() => !document.querySelector('[data-island]:not([data-awake])'))
    }
    const openAnother = async () => (await openContext('desk')).newPage()
    await state.show?.({ clinic, page, openAnother, loseTheClinic: stop })
    await photograph(page, shot)
  } finally {
    for (const context of browser.contexts()) await context.close()
    await close()
  }
}

export const placesOf = ({ places = ['desk', 'phone'] }: State): Place[] => places

async function photograph(page: Page, { state, place, look }: Shot) {
  // A window as high as the page, because what is out of view is not drawn.
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const size = page.viewportSize()
  if (state.isWhole && size) await page.setViewportSize({ ...size, height })
  const isTv = place !== 'desk' && place !== 'phone'
  // A TV's page has no light or dark theme, only the look that the clinic chose.
  for (const theme of isTv ? ['tv'] : ['light', 'dark']) {
    const variant = look?.name ?? theme
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' })
    await page.evaluate(setTheme, theme)
    const name = `${slug(state.name)}-${place}-${slug(variant)}.png`
    const path = join(OUT, slug(state.screen), name)
    // A stopped marquee stays at its start, out of view.
    const animations = isTv ? 'allow' : 'disabled'
    const picture = await page.screenshot({ path, animations, caret: 'hide' })
    const isFirst = place === placesOf(state)[0]
    if (state.readme && isFirst && [README_LOOK, 'light'].includes(variant))
      await Bun.write(join(import.meta.dirname, state.readme), picture)
    // A phone reports a wider window then.
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    const overflow = width - (size?.width ?? width)
    if (overflow > 0) throw new Error(`can be scrolled sideways by ${overflow} px`)
  }
}

/** Runs in the page. A theme is only tokens, so changing it keeps the state. */
async function setTheme(theme: string) {
  if (theme !== 'tv') {
    localStorage.setItem('ui-theme', theme)
    // As if another tab had chosen it.
    dispatchEvent(new StorageEvent('storage', { key: 'ui-theme', newValue: theme }))
  }
  // The test's clock does not move transitions.
  for (const animation of document.getAnimations())
    if (animation instanceof CSSTransition) animation.finish()
  await document.fonts.ready
}

function slug(words: string) {
  return words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
