import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { PRAYER_KEYS, type PrayerMinutes } from '#domain/display/prayer-times'
import { JAKIM_ZONES } from '#domain/prayers/zones'
import { addDays } from '#domain/time'
import { calculateZoneTimes } from '../../server/integrations/jakim/zone-times.ts'
import { readPublished } from '../support/files/jakim-table.ts'

/** JAKIM's table of 2026, all zones, by abualif120/malaysia-waktu-solat-dataset. */
const PUBLISHED = readPublished(join(import.meta.dirname, '../support/files/jakim-2026.csv.gz'))
const ZONES = JAKIM_ZONES.map(([code]) => code)

const calculated = new Map<string, PrayerMinutes>()

function calculate(zone: string, day: string) {
  const times = calculated.get(zone + day) ?? calculateZoneTimes(zone, day)
  if (!times) throw new Error(`${zone} is not calculated`)
  calculated.set(zone + day, times)
  return times
}

function listDays(first: string, last: string) {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

test('every zone has its published table', () => {
  expect([...PUBLISHED.keys()].sort()).toEqual([...ZONES].sort())
  for (const { days } of PUBLISHED.values()) {
    expect(days).toEqual(listDays('2026-01-01', '2026-12-31'))
  }
})

test('a zone that does not exist is not calculated', () => {
  for (const zone of ['', 'WLY03', 'wly01', '__proto__', 'constructor']) {
    expect(calculateZoneTimes(zone, '2026-06-30')).toBeNull()
  }
})

test.each(ZONES)(
  '%s is within a minute of its table every day of 2026, Subuh and Maghrib never earlier',
  zone => {
    const published = PUBLISHED.get(zone)
    const wrong = published?.days.flatMap((day, at) =>
      PRAYER_KEYS.flatMap(key => {
        const late = calculate(zone, day)[key] - (published.minutes[key][at] ?? 0)
        const earliest = ['fajr', 'maghrib'].includes(key) ? 0 : -1
        return late >= earliest && late <= 1 ? [] : [`${day} ${key} ${late}`]
      }),
    )
    expect(wrong).toEqual([])
  },
)

test('more than nine of ten times are those of the table to the minute', () => {
  const exact = new Map(PRAYER_KEYS.map(key => [key, 0]))
  let all = 0
  for (const [zone, { days, minutes }] of PUBLISHED) {
    for (const [at, day] of days.entries()) {
      all++
      const times = calculate(zone, day)
      for (const key of PRAYER_KEYS) {
        if (times[key] === minutes[key][at]) exact.set(key, (exact.get(key) ?? 0) + 1)
      }
    }
  }
  for (const key of PRAYER_KEYS) expect((exact.get(key) ?? 0) / all).toBeGreaterThan(0.92)
})

const LATER_DAYS = [
  ...listDays('2027-01-05', '2030-12-31').filter((_, at) => at % 13 === 0),
  ...listDays('2028-02-26', '2028-03-03'),
]

/** After a year the sun is back where it was but for hours. Kedah's zones have steps of 3 minutes. */
test.each(ZONES)('%s keeps its times in the years after, a leap year among them', zone => {
  for (const day of LATER_DAYS) {
    const times = calculate(zone, day)
    const before = calculate(zone, addDays(day, -1))
    // What the table of 2026 had for some days alone is not calculated for other years.
    const usual = calculate(zone, `2025${day.slice(4)}`.replace('02-29', '03-01'))
    const minutes = PRAYER_KEYS.map(key => times[key])
    expect(minutes).toEqual(minutes.toSorted((a, b) => a - b))
    const far = PRAYER_KEYS.filter(
      key => Math.abs(times[key] - usual[key]) > 2 || Math.abs(times[key] - before[key]) > 4,
    )
    expect({ day, far }).toEqual({ day, far: [] })
  }
})

test('Hanafi moves Asr alone, on the days of the table that leave the curve, too', () => {
  for (const day of ['2026-03-13', '2026-06-30']) {
    const standard = calculate('SBH06', day)
    const hanafi = calculateZoneTimes('SBH06', day, 'hanafi')
    expect(hanafi).toEqual({ ...standard, asr: expect.any(Number) })
    expect(hanafi?.asr).toBeGreaterThan(standard.asr + 40)
  }
})
