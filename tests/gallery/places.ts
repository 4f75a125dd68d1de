import type { Browser, BrowserContextOptions } from 'playwright'
import { PHONE } from '../support/screens/qr.ts'
import type { Place } from './state.ts'

const OPTIONS: Record<Place, BrowserContextOptions> = {
  // The laptop that most clinics have.
  desk: { viewport: { width: 1366, height: 768 } },
  phone: { ...PHONE },
  // A call fades in: a picture must not be taken on the way.
  tv: { viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' },
  upright: { viewport: { width: 1080, height: 1920 }, reducedMotion: 'reduce' },
  'small-tv': { viewport: { width: 1366, height: 768 }, reducedMotion: 'reduce' },
}

const GIVES_UP_AFTER_MS = 15_000

/** A TV's page has no light or dark theme, only the look that the clinic chose. */
export function themesOf(place: Place) {
  return place === 'desk' || place === 'phone' ? ['light', 'dark'] : ['tv']
}

/** A new browser for this place, with the clinic's time. */
export async function contextAt(browser: Browser, place: Place, baseURL: string) {
  const context = await browser.newContext({ ...OPTIONS[place], baseURL })
  context.setDefaultTimeout(GIVES_UP_AFTER_MS)
  // The clinic's clock is fixed for the pictures, but responses and deadlines have the machine's
  // date.
  await context.addInitScript(() => {
    const { get } = Headers.prototype
    Headers.prototype.get = function (name) {
      return name.toLowerCase() === 'date' ? null : get.call(this, name)
    }
    const send = globalThis.fetch
    globalThis.fetch = Object.assign((input: RequestInfo | URL, init?: RequestInit) => {
      const headers = new Headers(init?.headers)
      headers.delete('x-deadline')
      return send(input, { ...init, headers })
    }, send)
  })
  return context
}
