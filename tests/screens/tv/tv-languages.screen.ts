import { ms } from '#domain/display/words/ms'
import { ta } from '#domain/display/words/ta'
import { type TvWords, translate } from '#domain/display/words/translate'
import { zh } from '#domain/display/words/zh'
import { call, expect, type Page, register } from '../../support/screens/fixtures.ts'
import { test } from '../../support/screens/tv-fixtures.ts'
import { settingsBody } from '../../support/settings.ts'

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const
const MONTHS = ['JANUARY', 'FEBRUARY', 'AUGUST', 'SEPTEMBER', 'OCTOBER', 'NOVEMBER'] as const
const LANGUAGES: Record<string, TvWords> = { 'ms,en': ms, 'en,ta': {}, 'ta,en': ta, 'zh,ms': zh }
const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
]

const longest = (words: string[]) => words.toSorted((a, b) => b.length - a.length)[0] ?? ''

for (const [tvLanguages, catalogue] of Object.entries(LANGUAGES)) {
  test(`in ${tvLanguages} nothing is cut on the longest day`, async ({ desk, tv, openTv }) => {
    await desk.request.put('/api/settings', { data: settingsBody({ tvLanguages }) })
    await register(desk, 'ALI', 'MEI')
    await call(desk, 1, 2)
    await openTv()
    const day = longest(DAYS.map(word => translate(catalogue, word)))
    const month = longest(MONTHS.map(word => translate(catalogue, word)))
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
        await expect.poll(() => findCut(tv, { day, month })).toEqual([])
      }
    }
  })
}

/** The texts that leave the part of the screen that they stand in. */
function findCut(tv: Page, longest: { day: string; month: string }) {
  return tv.evaluate(({ day, month }) => {
    const put = (selector: string, text: string) => {
      const element = document.querySelector(selector)
      if (element?.firstChild) element.firstChild.nodeValue = text
    }
    put('.stage__weekday', day)
    put('.stage__month', month)
    const texts =
      '.stage__weekday, .stage__month, .stage__calling, .stage__columns span, .stage__line p'
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
