import { expect, test } from 'bun:test'
import { getClinicDay, getClinicMinute, toPageTimeZone } from '#domain/time'
import { findTimeZone } from '../../server/config/time-zone.ts'
import { aTimeZone } from '../support/samples.ts'

test.each([
  ['Asia/Yangon', 'Asia/Yangon'],
  ['Asia/Rangoon', 'Asia/Rangoon'],
  ['Europe/Kyiv', 'Europe/Kyiv'],
  ['America/Ciudad_Juarez', 'America/Ciudad_Juarez'],
  ['Asia/Qostanay', 'Asia/Qostanay'],
  ['asia/kuala_lumpur', 'Asia/Kuala_Lumpur'],
  [' Asia/Singapore\r', 'Asia/Singapore'],
  ['Singapore', 'Singapore'],
  ['+08:00', '+08:00'],
  ['+0545', '+05:45'],
  ['Etc/GMT-8', 'Etc/GMT-8'],
])('%j is the time zone %s', (typed, name) => {
  expect(findTimeZone(typed)?.name).toBe(name)
})

test.each(['Asia/Nowhere', 'GMT+8', 'UTC+8', '+8', 'MYT', 'Z', '', '__proto__'])(
  '%j is no time zone',
  name => {
    expect(findTimeZone(name)).toBeNull()
  },
)

// The last minute before the clocks change, and the first one after.
test.each([
  ['Australia/Lord_Howe', '2026-04-04T14:59:00Z', '2026-04-05 01:59', '2026-04-05 01:30'],
  ['Pacific/Chatham', '2026-09-26T13:59:00Z', '2026-09-27 02:44', '2026-09-27 03:45'],
  ['Africa/Casablanca', '2027-02-07T01:59:00Z', '2027-02-07 02:59', '2027-02-07 02:00'],
  ['Asia/Beirut', '2026-03-28T21:59:00Z', '2026-03-28 23:59', '2026-03-29 01:00'],
  ['Asia/Almaty', '2024-02-29T17:59:00Z', '2024-02-29 23:59', '2024-02-29 23:00'],
  ['America/Asuncion', '2026-04-05T03:59:00Z', '2026-04-05 00:59', '2026-04-05 01:00'],
  ['America/Mexico_City', '2026-04-05T07:59:00Z', '2026-04-05 01:59', '2026-04-05 02:00'],
  ['Asia/Amman', '2026-10-29T21:59:00Z', '2026-10-30 00:59', '2026-10-30 01:00'],
  ['Antarctica/Troll', '2026-03-29T00:59:00Z', '2026-03-29 00:59', '2026-03-29 03:00'],
  ['Asia/Kathmandu', '2026-03-29T00:59:00Z', '2026-03-29 06:44', '2026-03-29 06:45'],
])("a page has the minutes of %s's clock around %s", (name, at, before, after) => {
  const timeZone = toPageTimeZone(aTimeZone(name))
  const read = (instant: string) =>
    `${getClinicDay(instant, timeZone)} ${getClinicMinute(instant, timeZone)}`
  const next = new Date(Date.parse(at) + 60_000).toISOString()
  expect([read(at), read(next)]).toEqual([before, after])
})

test('the server knows days that a zone skipped long ago', () => {
  const apia = aTimeZone('Pacific/Apia')
  const days = ['2011-12-30T09:59:59Z', '2011-12-30T10:00:00Z'].map(at => getClinicDay(at, apia))
  expect(days).toEqual(['2011-12-29', '2011-12-31'])
})

test('a page reads every hour of twenty years as the tables of this program do', () => {
  const isSame = (name: string, at: number, seen: string) => {
    const { year, month, day, hour, minute } =
      Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(name)
    const pad = (number: number) => String(number).padStart(2, '0')
    return seen === `${year}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}`
  }
  for (const name of ['America/Nuuk', 'Africa/Casablanca', 'Africa/Cairo', 'Pacific/Easter']) {
    const timeZone = toPageTimeZone(aTimeZone(name))
    for (let at = Date.UTC(2024, 0); at < Date.UTC(2044, 0); at += 3_600_000) {
      const instant = new Date(at).toISOString()
      const seen = `${getClinicDay(instant, timeZone)} ${getClinicMinute(instant, timeZone)}`
      if (!isSame(name, at, seen)) expect({ name, instant, seen }).toBeNull()
    }
  }
})
