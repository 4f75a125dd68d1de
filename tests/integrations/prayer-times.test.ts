import { describe, expect, test } from 'bun:test'
import type { PrayerOptions } from '#domain/display/prayer-times'
import { PRAYER_METHODS } from '#domain/display/prayer-times'
import { calculatePrayers } from '../../server/integrations/prayer-times.ts'
import { aTimeZone } from '../support/samples.ts'

const OFFSETS = { fajr: 0, dhuhr: 0, asr: 0, maghrib: 0, isha: 0 }
const JAKIM: PrayerOptions = { method: 'JAKIM', zone: '', asr: 'standard', offsets: OFFSETS }
const KUALA_LUMPUR = { latitude: 3.139, longitude: 101.6869 }
const SOLSTICE = '2026-06-21'

/** City and source of the copy, method, zone, latitude, longitude, tolerance in minutes, days. */
const PUBLISHED: [string, PrayerOptions['method'], string, number, number, number, ...string[]][] =
  [
    [
      "Kuala Lumpur, by JAKIM's e-solat.gov.my, zone WLY01 (husnilkhatimi/waktu-solat-malaysia)",
      'JAKIM',
      'Asia/Kuala_Lumpur',
      3.139,
      101.6869,
      2,
      '2024-03-20 06:10 13:23 16:29 19:26 20:35',
      '2024-06-21 05:52 13:18 16:44 19:27 20:43',
      '2024-09-22 05:55 13:09 16:14 19:11 20:20',
      '2024-11-03 05:48 13:00 16:20 18:58 20:09',
      '2024-12-21 06:01 13:14 16:37 19:11 20:26',
    ],
    [
      "Melaka's western edge, by e-solat.gov.my, zone MLK01 (batoulapps/adhan-swift, Melaka-JAKIM)",
      'JAKIM',
      'Asia/Kuala_Lumpur',
      2.3833,
      101.9833,
      2,
      '2026-01-01 06:02 13:17 16:40 19:16 20:30',
      '2026-06-21 05:51 13:15 16:41 19:22 20:38',
    ],
    [
      'Makkah, by Umm al-Qura, ummulqura.org.sa (batoulapps/adhan-js, Makkah-UmmAlQura)',
      'UmmAlQura',
      'Asia/Riyadh',
      21.427009,
      39.828685,
      1,
      '2016-01-05 05:39 12:26 15:32 17:53 19:23',
      '2016-06-04 04:11 12:20 15:37 19:01 20:31',
    ],
    [
      'Oslo with Hanafi Asr, by moonsighting.com (batoulapps/Adhan, Oslo-MoonsightingCommittee)',
      'MoonsightingCommittee',
      'Europe/Oslo',
      59.90943352332584,
      10.73493770838104,
      1,
      '2016-01-01 07:34 12:25 13:35 15:25 17:02',
      '2016-07-01 03:15 13:26 19:20 22:44 23:27',
    ],
  ]

const minutesOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

test.each(PUBLISHED)('%s', (city, method, zone, latitude, longitude, minutes, ...days) => {
  const timeZone = aTimeZone(zone)
  const asr = city.includes('Hanafi') ? 'hanafi' : 'standard'
  for (const row of days) {
    const [day = '', ...published] = row.split(' ')
    const options: PrayerOptions = { ...JAKIM, method, asr }
    const location = { latitude, longitude }
    const prayers = calculatePrayers({ day, location, timeZone, options })
    const apart = prayers.map(({ time }, at) => minutesOf(time) - minutesOf(published[at] ?? ''))
    expect(apart).toHaveLength(5)
    const isNear = Math.max(...apart.map(Math.abs)) <= minutes
    expect({ row, apart, isNear }).toEqual({ row, apart, isNear: true })
  }
})

const inKualaLumpur = (options: Partial<PrayerOptions>, day = SOLSTICE) =>
  calculatePrayers({
    day,
    location: KUALA_LUMPUR,
    timeZone: aTimeZone('Asia/Kuala_Lumpur'),
    options: { ...JAKIM, ...options },
  })

test.each([...PRAYER_METHODS])('%s has five times in their order', method => {
  const times = inKualaLumpur({ method }).map(({ time }) => time)
  expect(times.join(' ')).toMatch(/^\d\d:\d\d( \d\d:\d\d){4}$/)
  expect([...times].sort()).toEqual(times)
})

test('offsets move each prayer by its minutes only', () => {
  const offsets = { fajr: -2, dhuhr: 1, asr: 30, maghrib: -30, isha: 0 }
  const moved = inKualaLumpur({ offsets }).map(({ time }) => minutesOf(time))
  const plain = inKualaLumpur({}).map(({ time }) => minutesOf(time))
  expect(moved.map((time, at) => time - (plain[at] ?? 0))).toEqual([-2, 1, 30, -30, 0])
})

test('Hanafi moves only Asr, and later', () => {
  const standard = inKualaLumpur({})
  const later = inKualaLumpur({ asr: 'hanafi' })
  expect(minutesOf(later[2]?.time ?? '')).toBeGreaterThan(minutesOf(standard[2]?.time ?? '') + 45)
  expect(later.toSpliced(2, 1)).toEqual(standard.toSpliced(2, 1))
})

describe('by Umm al-Qura, Isha is after Maghrib by', () => {
  test.each([
    ['2026-02-17', 90, 'the day before Ramadan'],
    ['2026-02-18', 120, 'the first of Ramadan'],
    ['2026-03-19', 120, 'the last of Ramadan'],
    ['2026-03-20', 90, 'Eid'],
    ['2030-02-03', 120, 'the last of the first Ramadan of a year'],
    ['2030-12-26', 120, 'the first of a second Ramadan in a year'],
  ])('on %s %d minutes: %s', (day, minutes) => {
    const makkah = { latitude: 21.427, longitude: 39.8287 }
    const timeZone = aTimeZone('Asia/Riyadh')
    const options: PrayerOptions = { ...JAKIM, method: 'UmmAlQura' }
    const prayers = calculatePrayers({ day, location: makkah, timeZone, options })
    const [maghrib = 0, isha = 0] = prayers.slice(3).map(({ time }) => minutesOf(time))
    // Each is rounded by itself.
    expect(Math.abs(isha - maghrib - minutes)).toBeLessThanOrEqual(1)
  })
})

describe('in the far north', () => {
  const CITIES = {
    Oslo: [{ latitude: 59.91, longitude: 10.75 }, aTimeZone('Europe/Oslo')],
    Reykjavik: [{ latitude: 64.15, longitude: -21.94 }, aTimeZone('Atlantic/Reykjavik')],
    Tromso: [{ latitude: 69.65, longitude: 18.96 }, aTimeZone('Europe/Oslo')],
    'the pole': [{ latitude: 90, longitude: 0 }, aTimeZone('UTC')],
    'the other pole': [{ latitude: -90, longitude: 180 }, aTimeZone('UTC')],
  } as const

  test.each(Object.entries(CITIES))(
    '%s has five times or none, all year',
    (_, [location, timeZone]) => {
      for (const method of PRAYER_METHODS) {
        for (let week = 0; week < 53; week++) {
          const day = new Date(Date.UTC(2026, 0, 1 + 7 * week)).toISOString().slice(0, 10)
          const options = { ...JAKIM, method }
          const prayers = calculatePrayers({ day, location, timeZone, options })
          expect([0, 5]).toContain(prayers.length)
          for (const { time } of prayers) expect(time).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/)
        }
      }
    },
  )

  test.each([
    ['Oslo', 5],
    ['Tromso', 0],
    ['the pole', 0],
  ] as const)('%s at the solstice has %d', (city, count) => {
    const [location, timeZone] = CITIES[city]
    const prayers = calculatePrayers({ day: SOLSTICE, location, timeZone, options: JAKIM })
    expect(prayers).toHaveLength(count)
  })

  test('Isha is well before the next dawn', () => {
    const [location, timeZone] = CITIES.Oslo
    const options: PrayerOptions = { ...JAKIM, method: 'MuslimWorldLeague' }
    const oslo = calculatePrayers({ day: SOLSTICE, location, timeZone, options })
    const [fajr, , , maghrib, isha] = oslo
    expect([fajr?.time, maghrib?.time, isha?.time].join(' ')).toMatch(/^03:\d\d 22:\d\d 23:\d\d$/)
  })
})
