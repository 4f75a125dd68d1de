import { describe, expect, test } from 'bun:test'
import { formatSeconds, wallClock } from '../../../islands/tv/clock.ts'
import { KUALA_LUMPUR } from '../../support/samples.ts'

const BERLIN = 'Europe/Berlin'
const format = (instant: string, timeZone = KUALA_LUMPUR) => {
  const { day, weekday, month, year, minute } = wallClock(instant, timeZone)
  return `${weekday} ${day} ${month} ${year} ${minute}:${formatSeconds(instant)}`
}

test.each([
  ['at midnight', '2026-11-20T16:00:00Z', 'SATURDAY 21 NOVEMBER 2026 00:00:00'],
  ['not a second before', '2026-11-20T15:59:59Z', 'FRIDAY 20 NOVEMBER 2026 23:59:59'],
  ["at a month's end", '2026-11-30T16:00:00Z', 'TUESDAY 1 DECEMBER 2026 00:00:00'],
  ["at a year's end", '2026-12-31T16:00:00Z', 'FRIDAY 1 JANUARY 2027 00:00:00'],
  ['into a leap day', '2028-02-28T16:00:00Z', 'TUESDAY 29 FEBRUARY 2028 00:00:00'],
  ['out of a leap day', '2028-02-29T16:00:00Z', 'WEDNESDAY 1 MARCH 2028 00:00:00'],
  ['over no leap day', '2027-02-28T16:00:00Z', 'MONDAY 1 MARCH 2027 00:00:00'],
])('the day changes %s', (_, instant, expected) => {
  expect(format(instant)).toBe(expected)
})

describe('daylight saving time', () => {
  test.each([
    [
      'before the hour that is skipped in spring',
      '2026-03-29T00:59:59Z',
      'SUNDAY 29 MARCH 2026 01:59:59',
    ],
    ['after it', '2026-03-29T01:00:00Z', 'SUNDAY 29 MARCH 2026 03:00:00'],
    [
      'the repeated hour in autumn, first',
      '2026-10-25T00:30:00Z',
      'SUNDAY 25 OCTOBER 2026 02:30:00',
    ],
    [
      'the repeated hour in autumn, again',
      '2026-10-25T01:30:00Z',
      'SUNDAY 25 OCTOBER 2026 02:30:00',
    ],
  ])('%s', (_, instant, expected) => {
    expect(format(instant, BERLIN)).toBe(expected)
  })

  test('a time zone may be half an hour or 45 minutes off', () => {
    expect(format('2026-11-20T02:00:07Z', 'Asia/Kolkata')).toBe('FRIDAY 20 NOVEMBER 2026 07:30:07')
    expect(format('2026-11-20T02:00:07Z', 'Asia/Kathmandu')).toContain('07:45:07')
  })
})

test('the cache does not mix up two time zones', () => {
  const at = '2026-11-20T02:00:00Z'
  expect([wallClock(at, KUALA_LUMPUR).minute, wallClock(at, BERLIN).minute]).toEqual([
    '10:00',
    '03:00',
  ])
  expect(wallClock(at, KUALA_LUMPUR).minute).toBe('10:00')
})

test('every second of a day is right, and the date is formatted once a minute', () => {
  const start = Date.parse('2026-11-30T04:00:00Z')
  const EIGHT_HOURS = 8 * 60 * 60_000
  const formatted = new Set<object>()
  for (let second = 0; second < 86_400; second++) {
    const at = start + second * 1000
    const local = new Date(at + EIGHT_HOURS).toISOString()
    const instant = new Date(at).toISOString()
    const clock = wallClock(instant, KUALA_LUMPUR)
    formatted.add(clock)
    const isRight =
      `${clock.minute}:${formatSeconds(instant)}` === local.slice(11, 19) &&
      Number(clock.day) === Number(local.slice(8, 10)) &&
      clock.month === (local.slice(5, 7) === '11' ? 'NOVEMBER' : 'DECEMBER')
    if (!isRight) expect({ instant, clock }).toEqual({ instant, clock: { ...clock, day: local } })
  }
  expect(formatted.size).toBe(24 * 60)
})
