import { describe, expect, test } from 'bun:test'
import { formatSeconds, wallClock } from '../../../islands/tv/panels/clock.ts'
import { KUALA_LUMPUR } from '../../support/samples.ts'

const BERLIN = 'Europe/Berlin'
const inWords = (instant: string, timeZone = KUALA_LUMPUR) => {
  const { day, weekday, month, year, minute } = wallClock(instant, timeZone)
  return `${weekday} ${day} ${month} ${year} ${minute}:${formatSeconds(instant)}`
}

test('ten in the morning of a Friday in Kuala Lumpur', () => {
  expect(inWords('2026-11-20T02:00:00.000Z')).toBe('FRIDAY 20 NOVEMBER 2026 10:00:00')
})

describe('the day changes', () => {
  test.each([
    ['at midnight', '2026-11-20T16:00:00Z', 'SATURDAY 21 NOVEMBER 2026 00:00:00'],
    ['not a second before', '2026-11-20T15:59:59Z', 'FRIDAY 20 NOVEMBER 2026 23:59:59'],
    ["at a month's end", '2026-11-30T16:00:00Z', 'TUESDAY 1 DECEMBER 2026 00:00:00'],
    ["at a year's end", '2026-12-31T16:00:00Z', 'FRIDAY 1 JANUARY 2027 00:00:00'],
    ['into a leap day', '2028-02-28T16:00:00Z', 'TUESDAY 29 FEBRUARY 2028 00:00:00'],
    ['out of a leap day', '2028-02-29T16:00:00Z', 'WEDNESDAY 1 MARCH 2028 00:00:00'],
    ['over no leap day', '2027-02-28T16:00:00Z', 'MONDAY 1 MARCH 2027 00:00:00'],
  ])('%s', (_, instant, words) => {
    expect(inWords(instant)).toBe(words)
  })
})

describe('where clocks are changed', () => {
  test.each([
    ['in spring an hour is left out', '2026-03-29T00:59:59Z', 'SUNDAY 29 MARCH 2026 01:59:59'],
    ['and it is three', '2026-03-29T01:00:00Z', 'SUNDAY 29 MARCH 2026 03:00:00'],
    ['in autumn an hour', '2026-10-25T00:30:00Z', 'SUNDAY 25 OCTOBER 2026 02:30:00'],
    ['comes twice', '2026-10-25T01:30:00Z', 'SUNDAY 25 OCTOBER 2026 02:30:00'],
  ])('%s', (_, instant, words) => {
    expect(inWords(instant, BERLIN)).toBe(words)
  })

  test('and where zones are half an hour apart, the minute is right', () => {
    expect(inWords('2026-11-20T02:00:07Z', 'Asia/Kolkata')).toBe('FRIDAY 20 NOVEMBER 2026 07:30:07')
    expect(inWords('2026-11-20T02:00:07Z', 'Asia/Kathmandu')).toContain('07:45:07')
  })
})

test('two zones asked for in turns keep their own time', () => {
  const at = '2026-11-20T02:00:00Z'
  expect([wallClock(at, KUALA_LUMPUR).minute, wallClock(at, BERLIN).minute]).toEqual([
    '10:00',
    '03:00',
  ])
  expect(wallClock(at, KUALA_LUMPUR).minute).toBe('10:00')
})

test('for twenty-four hours every second is right, and words are made only once a minute', () => {
  const start = Date.parse('2026-11-30T04:00:00Z')
  const EIGHT_HOURS = 8 * 60 * 60_000
  const made = new Set<object>()
  for (let second = 0; second < 86_400; second++) {
    const at = start + second * 1000
    const local = new Date(at + EIGHT_HOURS).toISOString()
    const instant = new Date(at).toISOString()
    const shown = wallClock(instant, KUALA_LUMPUR)
    made.add(shown)
    const isRight =
      `${shown.minute}:${formatSeconds(instant)}` === local.slice(11, 19) &&
      Number(shown.day) === Number(local.slice(8, 10)) &&
      shown.month === (local.slice(5, 7) === '11' ? 'NOVEMBER' : 'DECEMBER')
    if (!isRight) expect({ instant, shown }).toEqual({ instant, shown: { ...shown, day: local } })
  }
  expect(made.size).toBe(24 * 60)
})
