import type { Page } from 'playwright/test'
import type { SettingTexts } from '#domain/settings-record'
import { collectConsoleErrors } from '../browser/console-errors.ts'
import { test as base, expect } from './fixtures.ts'

/** A TV's stream names the script of the page. */
export const TV_STREAM = /\/events\?build=/

type Tv = {
  tvUrl: string
  /** A browser without a cookie; the test fails on console errors. */
  tv: Page
  openTv: () => Promise<void>
}

export const test = base.extend<Tv>({
  tvUrl: async ({ desk, clinic }, use) => {
    const data = { userId: 1, name: 'Hall' }
    const response = await desk.request.post('/api/tv-devices', { data })
    expect(response.status()).toBe(201)
    await use(`${clinic.url}/tv/${(await response.json()).token}`)
  },
  tv: async ({ browser, clinic }, use) => {
    const viewport = { width: 1920, height: 1080 }
    const context = await browser.newContext({ baseURL: clinic.url, viewport })
    const page = await context.newPage()
    const consoleErrors = collectConsoleErrors(page)
    await use(page)
    await context.close()
    expect(consoleErrors, "nothing in the TV's console").toEqual([])
  },
  openTv: ({ tv, tvUrl }, use) =>
    use(async () => {
      await tv.goto(tvUrl)
      await waitForTvHydration(tv)
    }),
})

export async function waitForTvHydration(tv: Page) {
  await expect(tv.locator('body')).toHaveAttribute('data-awake', '')
}

/**
 * Opens a TV that was never touched. Playwright's evaluations count as user gestures, which allow
 * sound, so there is none before the page has tried to play.
 */
export async function openUntouchedTv(tv: Page, url: string) {
  await tv.addInitScript(() => {
    const { resume } = AudioContext.prototype
    AudioContext.prototype.resume = function () {
      console.debug('sound tried')
      return resume.call(this)
    }
  })
  const hasTried = tv.waitForEvent('console', message => message.text() === 'sound tried')
  await tv.goto(url)
  await hasTried
  await waitForTvHydration(tv)
}

/** Makes a TV fetch everything when it has connected, as after missed events. */
export async function refetchAtStart(tv: Page) {
  await tv.route(/\/tv\/[a-z2-7]{32}$/, async route => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/data-version="[^"]*"/, '')
    await route.fulfill({ response, body })
  })
}

export async function overrideTvSettings(tv: Page, overrides: Partial<SettingTexts>) {
  await refetchAtStart(tv)
  const values: Partial<Record<string, string>> = overrides
  await tv.route('**/api/tv/*/settings', async route => {
    const response = await route.fetch()
    const settings: { key: string; value: string }[] = await response.json()
    const json = settings.map(({ key, value }) => ({ key, value: values[key] ?? value }))
    await route.fulfill({ response, json })
  })
}

/** The font size of a part, in px. */
export async function sizeOf(tv: Page, part: string) {
  const size = await tv
    .locator(part)
    .first()
    .evaluate(element => getComputedStyle(element).fontSize)
  return Number.parseFloat(size)
}

/** Lets the stopped clock run until a call is over: the overlay, and then the blinking. */
export async function announced(tv: Page) {
  await expect(tv.locator('.overlay')).toHaveCount(1)
  await tv.clock.runFor(5_100)
  await expect(tv.locator('.overlay')).toHaveCount(0)
  await tv.clock.runFor(4_100)
}

/** Parts and texts that reach over an edge of the picture, or of their own part. */
export function overflowing(tv: Page) {
  return tv.evaluate(() => {
    const isWithin = (inner: DOMRect, outer: DOMRect) =>
      inner.left >= outer.left - 1 &&
      inner.top >= outer.top - 1 &&
      inner.right <= outer.right + 1 &&
      inner.bottom <= outer.bottom + 1
    const screen = new DOMRect(0, 0, innerWidth, innerHeight)
    const selector =
      '.stage__part, .overlay, .fitted > div, .overlay__number, .stage__number, .label, .stage__line p'
    return Array.from(document.querySelectorAll(selector))
      .filter(element => {
        const part = element.parentElement?.closest('.stage__part, .overlay')
        const outer = part ? part.getBoundingClientRect() : screen
        return !isWithin(element.getBoundingClientRect(), outer)
      })
      .map(element => `${element.className} ${element.textContent}`)
  })
}
