import type { Browser, BrowserContextOptions } from 'playwright'
import { PHONE } from '../support/screens/qr.ts'
import type { Place } from './state.ts'

const OPTIONS: Record<Place, BrowserContextOptions> = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { ...PHONE },
  tv: { viewport: { width: 1920, height: 1080 } },
}

const GIVES_UP_AFTER_MS = 15_000

/** Themes in which a place is photographed: a TV's page has only its own. */
export const THEMES = {
  desk: ['light', 'dark'],
  phone: ['light', 'dark'],
  tv: ['tv'],
} as const satisfies Record<Place, readonly string[]>

/** A browser of its own at a place, which knows no other time than the clinic's. */
export async function contextAt(browser: Browser, place: Place, baseURL: string) {
  const context = await browser.newContext({ ...OPTIONS[place], baseURL })
  context.setDefaultTimeout(GIVES_UP_AFTER_MS)
  // The clinic's clock stands still for the pictures; its answers' date is the machine's.
  await context.addInitScript(() => {
    const { get } = Headers.prototype
    Headers.prototype.get = function (name) {
      return name.toLowerCase() === 'date' ? null : get.call(this, name)
    }
  })
  return context
}
