import { parseTvLanguages } from '#domain/display/words/languages'
import { getTvWords, translate } from '#domain/display/words/translate'
import { call, expect, type Page, register, stopClock } from '../../support/screens/fixtures.ts'
import { announced, overflowing, test } from '../../support/screens/tv-fixtures.ts'
import { settingsBody } from '../../support/settings.ts'

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const
const MONTHS = ['JANUARY', 'FEBRUARY', 'AUGUST', 'SEPTEMBER', 'OCTOBER', 'NOVEMBER'] as const
const LANGUAGES = ['ms,en', 'en,ta', 'ta,en', 'zh,ms']
const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
]

const longest = (words: string[]) => words.toSorted((a, b) => b.length - a.length)[0] ?? ''

test('in every language nothing is cut on the longest day', async ({ desk, tv, openTv }) => {
  await register(desk, 'ALI', 'MEI')
  await call(desk, 1, 2)
  await openTv()
  for (const tvLanguages of LANGUAGES) {
    const words = getTvWords(parseTvLanguages(tvLanguages) ?? [])
    const isKnown = tv.waitForResponse('**/api/tv/*/settings')
    await desk.request.put('/api/settings', { data: settingsBody({ tvLanguages }) })
    await isKnown
    const day = longest(DAYS.map(word => translate(words, word)))
    const month = longest(MONTHS.map(word => translate(words, word)))
    const date = translate(words, '{day} {month} {year}', { day: 30, month, year: 2026 })
    for (const [layout, part] of [
      ['classic', '.stage__call'],
      ['tiles', '.tile'],
    ] as const) {
      const data = { layout, showsWaiting: true, showsMissed: true }
      await desk.request.patch('/api/tv-devices/1', { data })
      await expect(tv.locator(part).first()).toBeVisible()
      await expect(tv.locator('.stage__line')).toBeVisible()
      for (const size of SIZES) {
        await tv.setViewportSize(size)
        await expect.poll(() => findCut(tv, { day, date })).toEqual([])
      }
    }
  }
})

test('capitals alone are spaced, and no word ends in a separator', async ({ desk, tv, openTv }) => {
  const expectSpacing = (selector: string, spacing: string | RegExp) =>
    expect(tv.locator(selector).first()).toHaveCSS('letter-spacing', spacing)
  const heading = tv.locator('.stage__calling')
  await tv.clock.install()
  await openTv()
  await stopClock(tv)
  await expectSpacing('.stage__calling span', /px$/)
  for (const tvLanguages of ['ta', 'ta,en', 'zh', 'en,ta', 'ms,zh']) {
    const before = await heading.textContent()
    await desk.request.put('/api/settings', { data: settingsBody({ tvLanguages }) })
    await expect(async () => {
      await tv.clock.runFor(500)
      expect(await heading.textContent()).not.toBe(before)
    }).toPass()
    await expectSpacing('.stage__calling span', 'normal')
    await register(desk, 'ALI')
    const { length } = await (await desk.request.get('/api/patients')).json()
    await call(desk, length, 2 + (length % 2))
    await expectSpacing('.overlay__label', 'normal')
    for (const size of SIZES) {
      await tv.setViewportSize(size)
      await expect.poll(() => overflowing(tv)).toEqual([])
    }
    expect(await tv.locator('.label').allTextContents()).not.toContainEqual(
      expect.stringMatching(/^[ ·]|[ ·]$/),
    )
    await announced(tv)
    await desk.request.patch(`/api/patients/${length}/status`, { data: { status: 'completed' } })
  }
})

test('a Chinese date has its own order', async ({ desk, tv, openTv }) => {
  await desk.request.put('/api/settings', { data: settingsBody({ tvLanguages: 'zh' }) })
  await openTv()
  await expect(tv.locator('.stage__day')).toHaveText(/^20\d\d年\d{1,2}月\d{1,2}日$/)
})

test("the weather is said in the TV's language", async ({ desk, tv, openTv }) => {
  const data = settingsBody({ tvLanguages: 'ms', showWeather: 'true' })
  await desk.request.put('/api/settings', { data })
  await tv.route('**/weather*', route => {
    const asOf = new Date(Date.now() - 2 * 3_600_000).toISOString()
    const current = { icon: 'rain', temperature: 25, description: 'x', humidity: 90, windSpeed: 4 }
    const units = { temperature: '°C', humidity: '%', windSpeed: 'km/h' }
    return route.fulfill({ json: { current, units, asOf } })
  })
  await openTv()
  const panel = tv.locator('.stage__panel--weather')
  await expect(panel).toContainText('Kelembapan 90% · Angin 4 km/h')
  await expect(panel).toContainText('Menggunakan lokasi lalai · setakat')
  for (const word of ['Humidity', 'Wind', 'as of', 'location'])
    await expect(panel).not.toContainText(word)
})

/** The texts that leave the part of the screen that they stand in. */
function findCut(tv: Page, longest: { day: string; date: string }) {
  return tv.evaluate(({ day, date }) => {
    const put = (selector: string, text: string) => {
      const element = document.querySelector(selector)
      if (element?.firstChild) element.firstChild.nodeValue = text
    }
    put('.stage__weekday', day)
    put('.stage__day', date)
    const texts =
      '.stage__weekday, .stage__day, .stage__calling, .stage__columns span, .stage__line p'
    return Array.from(document.querySelectorAll(texts)).flatMap(element => {
      const part = element.closest('.stage__part')?.getBoundingClientRect()
      const range = document.createRange()
      range.selectNodeContents(element)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      const fits =
        part &&
        left >= part.left - 1 &&
        right <= part.right + 1 &&
        top >= part.top - 1 &&
        bottom <= part.bottom + 1
      return fits ? [] : [element.textContent]
    })
  }, longest)
}
