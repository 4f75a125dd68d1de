import { describe, expect, test } from 'bun:test'
import {
  DAY_MS,
  formatDuration,
  formatSpan,
  getClinicDay,
  getClinicDayStart,
  getClinicMinute,
  getClinicTime,
  getCurrentDaysAt,
  getSecondsLeftOfDay,
  HOUR_MS,
  isDateDoubtful,
  isDay,
  MINUTE_MS,
  YEAR_MS,
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

test.each([
  ['the day before comes back at 00:01', 'America/St_Johns', '2010-11-07', '2010-11-07T02:30:00Z'],
  ['clocks skip from 23:30 to 00:30', 'America/Toronto', '1919-03-31', '1919-03-31T04:30:00Z'],
  ['the day itself is skipped', 'Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z'],
  ['the same, to the west', 'Pacific/Kwajalein', '1993-08-21', '1993-08-21T12:00:00Z'],
  ['the offset has seconds', 'Africa/Monrovia', '1970-01-01', '1970-01-01T00:44:30Z'],
  ['the calendar is at its end', 'Asia/Kuala_Lumpur', '9999-12-31', '9999-12-30T16:00:00Z'],
])('a clinic day has a start where %s', (_, timeZone, day, start) => {
  expect(getClinicDayStart(day, aTimeZone(timeZone))).toBe(new Date(start).toISOString())
})

// Between two changes of its clocks a zone has the same offset, and so has each of its days.
test('the days around every change of clocks start on time, in every time zone', () => {
  const wrong: string[] = []
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    for (const day of listDaysAroundChanges(timeZone)) {
      const expected = getStart(day, timeZone)
      const actual = getClinicDayStart(day, aTimeZone(timeZone))
      if (actual !== expected) wrong.push(`${timeZone} ${day} ${actual}`)
    }
  }
  expect(wrong.slice(0, 20)).toEqual([])
})

function getStart(day: string, timeZone: string) {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(timeZone)
  return new Date(start.epochMilliseconds).toISOString()
}

/** From 2020 to 2040: each change's day, the day before it and two after it, and the first days. */
function listDaysAroundChanges(timeZone: string) {
  const days = new Set<string>()
  let change: Temporal.ZonedDateTime | null =
    Temporal.PlainDate.from('2020-01-03').toZonedDateTime(timeZone)
  while (change && change.year <= 2040) {
    for (const offset of [-1, 0, 1, 2]) {
      days.add(`${change.toPlainDate().add({ days: offset })}`)
    }
    change = change.getTimeZoneTransition('next')
  }
  return days
}

test('the seconds left of a day count an hour that is skipped or repeated later', () => {
  const left = (instant: string) =>
    getSecondsLeftOfDay(instant, aTimeZone('America/New_York')) / 3600
  expect(left('2026-03-08T06:00:00Z')).toBe(22)
  expect(left('2026-03-08T08:00:00Z')).toBe(20)
  expect(left('2026-11-01T05:00:00Z')).toBe(24)
})

test('no day has less than no seconds left', () => {
  // Clocks went from 00:01 back to 23:01.
  expect(getClinicDay('2010-11-07T02:45:00Z', aTimeZone('America/St_Johns'))).toBe('2010-11-06')
  expect(getSecondsLeftOfDay('2010-11-07T02:45:00Z', aTimeZone('America/St_Johns'))).toBe(0)
})

const timeZone = aTimeZone('Asia/Kuala_Lumpur')
/** Friday, just after midnight. */
const START = Date.parse('2026-11-19T16:01:00.000Z')

/** Says for each instant of a clean-up, in ms since START, whether it waits for Confirm date. */
function run(looks: number[], hasPatients = true) {
  let lastDay: string | null = null
  return looks.map(ms => {
    const now = new Date(START + ms).toISOString()
    const isDoubtful = isDateDoubtful({ now, timeZone, lastDay, hasPatients })
    if (!isDoubtful) lastDay = getClinicDay(now, timeZone)
    return isDoubtful
  })
}

const eachDay = (count: number, isOn: (day: number) => boolean = () => true) =>
  Array.from({ length: count }, (_, day) => day)
    .filter(isOn)
    .map(day => day * DAY_MS)

describe('the date is not asked about', () => {
  test.each<[string, number[]]>([
    ['in a new clinic', [0]],
    ['if the computer is always on', eachDay(400)],
    ['if it is off at weekends', eachDay(60, day => day % 7 < 5)],
    ['if it is on once a week', eachDay(60, day => day % 7 === 0)],
    ['after a week of holidays', [0, 7 * DAY_MS]],
    ['if the clock is corrected just after midnight', [0, -2 * MINUTE_MS, 0]],
    ['if summer time ends at midnight', [0, -HOUR_MS + MINUTE_MS, 0]],
  ])('%s', (_, looks) => {
    expect(run(looks)).not.toContain(true)
  })

  test('before the first patient', () => {
    expect(run([0, 400 * DAY_MS], false)).toEqual([false, false])
  })
})

test.each<[string, number[], boolean[]]>([
  ['three weeks of holidays', [0, 21 * DAY_MS, 22 * DAY_MS], [false, true, true]],
  ['a clock that is years ahead', [0, 9 * YEAR_MS, 0], [false, true, false]],
  ['a clock that is years behind', [0, -9 * YEAR_MS, 0], [false, true, false]],
  ['a clock that was ahead for less than a week', [0, 3 * DAY_MS, 0], [false, false, true]],
  ['a clock that was ahead, once its day comes', [3 * DAY_MS, 0, 3 * DAY_MS], [false, true, false]],
  ['a clock that was set back by hours at night', [0, -2 * HOUR_MS, 0], [false, true, false]],
])('the date waits during %s', (_, looks, expected) => {
  expect(run(looks)).toEqual(expected)
})
