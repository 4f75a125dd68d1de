import { describe, expect, test } from 'bun:test'
import {
  formatDuration,
  formatSpan,
  getClinicDay,
  getClinicMinute,
  getClinicTime,
  getCurrentDaysAt,
  getSecondsLeftOfDay,
  isDay,
} from '#domain/time'
import { aTimeZone, KUALA_LUMPUR } from '../support/samples.ts'

describe('the day of a clinic', () => {
  test.each([
    ['ends at midnight in Kuala Lumpur', KUALA_LUMPUR, '2026-11-20T15:59:59.999Z', '2026-11-20'],
    ['starts at midnight in Kuala Lumpur', KUALA_LUMPUR, '2026-11-20T16:00:00.000Z', '2026-11-21'],
    ['is another one in Greenwich', aTimeZone('UTC'), '2026-11-20T16:00:00.000Z', '2026-11-20'],
  ])('%s', (_, zone, instant, day) => {
    expect(getClinicDay(instant, zone)).toBe(day)
  })

  // In Berlin 29 March 2026 has 23 hours and 25 October 2026 has 25.
  test.each([
    ['the start of the short day', '2026-03-28T23:00:00.000Z', '2026-03-29'],
    ['the end of the short day', '2026-03-29T21:59:59.999Z', '2026-03-29'],
    ['the day after the short one', '2026-03-29T22:00:00.000Z', '2026-03-30'],
    ['the end of the long day', '2026-10-25T22:59:59.999Z', '2026-10-25'],
  ])('where clocks change: %s', (_, instant, day) => {
    expect(getClinicDay(instant, aTimeZone('Europe/Berlin'))).toBe(day)
  })
})

test.each([
  ['midnight', KUALA_LUMPUR, '2026-11-20T16:00:00.000Z', '00:00:00', 86_400],
  ['the morning', KUALA_LUMPUR, '2026-11-20T02:03:04.999Z', '10:03:04', 50_215],
  ['the last second', KUALA_LUMPUR, '2026-11-20T15:59:59.000Z', '23:59:59', 1],
  ['another zone', aTimeZone('Asia/Kathmandu'), '2026-11-20T00:00:00.000Z', '05:45:00', 65_700],
] as const)(
  'at %s the clinic has its local time and seconds left of the day',
  (_, zone, now, time, left) => {
    expect([getClinicTime(now, zone), getSecondsLeftOfDay(now, zone)]).toEqual([time, left])
  },
)

test('a time without seconds is HH:MM', () => {
  expect(getClinicMinute('2026-11-20T16:05:59.000Z', KUALA_LUMPUR)).toBe('00:05')
})

test('a duration has words, and can require at least two of the larger unit', () => {
  const [minute, hour] = [60_000, 60 * 60_000]
  expect([0, minute, 90 * minute, 47 * hour].map(ms => formatDuration(ms))).toEqual([
    ...['0 min', '1 min', '1 hour', '1 day'],
  ])
  expect([90 * minute, 47 * hour, 48 * hour].map(ms => formatDuration(ms, 2))).toEqual([
    ...['90 min', '47 hours', '2 days'],
  ])
})

test.each([
  [0, '0 seconds'],
  [12_900, '12 seconds'],
  [61_000, '1 min 1 second'],
  [7_200_000, '2 hours'],
  [423_762_000, '4 days 21 hours'],
  [86_400_000 + 60_000, '1 day'],
])('a span of %d ms is %s', (ms, span) => {
  expect(formatSpan(ms)).toBe(span)
})

// At ten past midnight, at one in the afternoon, and where clocks change.
test.each([
  ['2026-11-20T16:10:00.000Z', KUALA_LUMPUR, '2026-11-21', '2026-11-20T04:10:00.000Z'],
  ['2026-11-21T05:00:00.000Z', KUALA_LUMPUR, '2026-11-21', '2026-11-20T17:00:00.000Z'],
  [
    '2026-03-29T03:00:00.000Z',
    aTimeZone('Europe/Berlin'),
    '2026-03-29',
    '2026-03-28T15:00:00.000Z',
  ],
])(
  'at %s screens list patients of today, or of the last twelve hours',
  (now, zone, today, since) => {
    expect(getCurrentDaysAt(now, zone)).toEqual({ today, unfinishedSince: since })
  },
)

test.each([
  ['2028-02-29', true],
  ['9999-12-31', true],
  ['2026-02-29', false],
  ['2026-11-31', false],
  ['2026-13-01', false],
  ['0001-01-01', false],
  ['2026-1-1', false],
  ['2026-11-20T00:00', false],
])('is "%s" a day? %p', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})
