import { expect, test } from 'bun:test'
import type { TimeZone } from '#domain/time'
import { readClock } from '../../../islands/stage/panels/information/use-wall-clock.ts'
import { aTimeZone, KUALA_LUMPUR } from '../../support/samples.ts'

const BERLIN = aTimeZone('Europe/Berlin')
test.each<[string, string, string, TimeZone?]>([
  ['not a second before midnight', '2026-11-20T15:59:59Z', 'FRIDAY 20 NOVEMBER 2026 23:59:59'],
  ["at a month's end", '2026-11-30T16:00:00Z', 'TUESDAY 1 DECEMBER 2026 00:00:00'],
  ['into a leap day', '2028-02-28T16:00:00Z', 'TUESDAY 29 FEBRUARY 2028 00:00:00'],
  ['before an hour is skipped', '2026-03-29T00:59:59Z', 'SUNDAY 29 MARCH 2026 01:59:59', BERLIN],
  ['after it', '2026-03-29T01:00:00Z', 'SUNDAY 29 MARCH 2026 03:00:00', BERLIN],
  ['in a repeated hour', '2026-10-25T01:30:00Z', 'SUNDAY 25 OCTOBER 2026 02:30:00', BERLIN],
  [
    'where the zone is 45 minutes off',
    '2026-11-20T02:00:07Z',
    'FRIDAY 20 NOVEMBER 2026 07:45:07',
    aTimeZone('Asia/Kathmandu'),
  ],
])('the clock is right %s', (_, instant, expected, zone = KUALA_LUMPUR) => {
  const { day, weekday, month, year, minute, seconds } = readClock(instant, zone)
  expect(`${weekday} ${day} ${month} ${year} ${minute}:${seconds}`).toBe(expected)
})
