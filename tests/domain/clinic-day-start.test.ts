import { expect, test } from 'bun:test'
import { getClinicDay, getClinicDayStart, getSecondsLeftOfDay } from '#domain/time'
import { aTimeZone } from '../support/samples.ts'

test.each([
  ['clocks change at two in the morning', 'Australia/Sydney', '2026-10-04', '2026-10-03T14:00:00Z'],
  ['the day after', 'Australia/Sydney', '2026-10-05', '2026-10-04T13:00:00Z'],
  ['clocks change by half an hour', 'Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z'],
  ['there is no midnight', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z'],
  ['clocks skip from 23:00 to midnight', 'America/Nuuk', '2026-03-29', '2026-03-29T01:00:00Z'],
  ['23:00 comes twice', 'America/Santiago', '2026-04-05', '2026-04-05T04:00:00Z'],
  ['midnight comes twice', 'America/Havana', '2026-11-01', '2026-11-01T04:00:00Z'],
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
