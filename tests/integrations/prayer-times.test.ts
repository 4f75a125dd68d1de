import { describe, expect, test } from 'bun:test'
import type { PrayerOptions } from '#domain/display/prayer-times'
import { PRAYER_METHODS } from '#domain/display/prayer-times'
import { calculatePrayers } from '../../server/integrations/prayer-times.ts'

const OFFSETS = { fajr: 0, dhuhr: 0, asr: 0, maghrib: 0, isha: 0 }
const JAKIM: PrayerOptions = { method: 'JAKIM', asr: 'standard', offsets: OFFSETS }
const KUALA_LUMPUR = { latitude: 3.139, longitude: 101.6869 }
const SOLSTICE = '2026-06-21'

type Table = {
  city: string
  /** The publisher, and where the copy is from. */
  source: string
  location: { latitude: number; longitude: number }
  timeZone: string
  method: PrayerOptions['method']
  asr?: PrayerOptions['asr']
  minutes: number
  days: string[]
}

/** As published: day, Fajr, Dhuhr, Asr, Maghrib, Isha. */
const TABLES: Table[] = [
  {
    city: 'Kuala Lumpur',
    source: "JAKIM's e-solat.gov.my, zone WLY01, year 2024 (husnilkhatimi/waktu-solat-malaysia)",
    location: KUALA_LUMPUR,
    timeZone: 'Asia/Kuala_Lumpur',
    method: 'JAKIM',
    minutes: 2,
    days: [
      '2024-03-20 06:10 13:23 16:29 19:26 20:35',
      '2024-05-15 05:50 13:12 16:34 19:20 20:33',
      '2024-06-21 05:52 13:18 16:44 19:27 20:43',
      '2024-08-13 06:01 13:21 16:38 19:27 20:38',
      '2024-09-22 05:55 13:09 16:14 19:11 20:20',
      '2024-11-03 05:48 13:00 16:20 18:58 20:09',
      '2024-12-21 06:01 13:14 16:37 19:11 20:26',
    ],
  },
  {
    city: 'Melaka (at the western edge that JAKIM computes the zone for)',
    source: "JAKIM's e-solat.gov.my, zone MLK01, year 2026 (batoulapps/adhan-swift, Melaka-JAKIM)",
    location: { latitude: 2.3833, longitude: 101.9833 },
    timeZone: 'Asia/Kuala_Lumpur',
    method: 'JAKIM',
    minutes: 2,
    days: [
      '2026-01-01 06:02 13:17 16:40 19:16 20:30',
      '2026-03-20 06:08 13:21 16:25 19:23 20:32',
      '2026-06-21 05:51 13:15 16:41 19:22 20:38',
      '2026-09-12 05:56 13:10 16:13 19:13 20:22',
      '2026-12-21 05:56 13:12 16:35 19:10 20:25',
    ],
  },
  {
    city: 'Singapore',
    source: 'MUIS, muis.gov.sg, year 2020 (batoulapps/adhan-js, Singapore-Singapore)',
    location: { latitude: 1.370844612058886, longitude: 103.80145644060552 },
    timeZone: 'Asia/Singapore',
    method: 'Singapore',
    minutes: 2,
    days: [
      '2020-01-01 05:44 13:10 16:34 19:10 20:25',
      '2020-02-15 05:58 13:20 16:38 19:22 20:32',
      '2020-03-20 05:52 13:13 16:14 19:16 20:24',
    ],
  },
  {
    city: 'Makkah',
    source: 'Umm al-Qura, ummulqura.org.sa, 2016 (batoulapps/adhan-js, Makkah-UmmAlQura)',
    location: { latitude: 21.427009, longitude: 39.828685 },
    timeZone: 'Asia/Riyadh',
    method: 'UmmAlQura',
    minutes: 1,
    days: [
      '2016-01-05 05:39 12:26 15:32 17:53 19:23',
      '2016-03-05 05:22 12:33 15:55 18:27 19:57',
      '2016-06-04 04:11 12:20 15:37 19:01 20:31',
      '2016-09-04 04:48 12:20 15:45 18:34 20:04',
      '2016-12-04 05:24 12:12 15:17 17:38 19:08',
    ],
  },
  {
    city: 'London',
    source: 'moonsighting.com, 2016 (batoulapps/adhan-js, London-MoonsightingCommittee)',
    location: { latitude: 51.507194, longitude: -0.116711 },
    timeZone: 'Europe/London',
    method: 'MoonsightingCommittee',
    asr: 'hanafi',
    minutes: 1,
    days: [
      '2016-01-01 06:25 12:09 14:15 16:05 17:38',
      '2016-04-01 04:59 13:09 17:31 19:37 20:49',
      '2016-07-01 02:51 13:09 18:41 21:24 22:38',
      '2016-10-01 05:28 12:55 16:43 18:40 19:57',
      '2016-12-01 06:04 11:55 14:08 15:58 17:29',
    ],
  },
  {
    city: 'Oslo',
    source: 'moonsighting.com, 2016 (batoulapps/Adhan, Oslo-MoonsightingCommittee)',
    location: { latitude: 59.90943352332584, longitude: 10.73493770838104 },
    timeZone: 'Europe/Oslo',
    method: 'MoonsightingCommittee',
    asr: 'hanafi',
    minutes: 1,
    days: [
      '2016-01-01 07:34 12:25 13:35 15:25 17:02',
      '2016-04-01 05:10 13:26 17:43 20:05 21:16',
      '2016-07-01 03:15 13:26 19:20 22:44 23:27',
      '2016-10-01 05:46 13:12 16:42 18:52 20:09',
    ],
  },
  {
    city: 'Ankara',
    source: "Diyanet's times in yenisafak.com, 2019 (batoulapps/adhan-js, Ankara-Turkey)",
    location: { latitude: 39.939382, longitude: 32.819713 },
    timeZone: 'Europe/Istanbul',
    method: 'Turkey',
    minutes: 2,
    days: [
      '2019-01-01 06:33 12:57 15:20 17:40 19:05',
      '2019-04-01 05:01 12:58 16:31 19:19 20:39',
      '2019-07-01 03:21 12:57 16:55 20:28 22:15',
      '2019-10-01 05:14 12:44 16:02 18:40 19:58',
      '2019-12-01 06:14 12:42 15:10 17:31 18:55',
    ],
  },
  {
    city: 'Dubai',
    source: 'awqaf.gov.ae, 2018 (batoulapps/adhan-js, Dubai-Gulf)',
    location: { latitude: 25.263056, longitude: 55.297222 },
    timeZone: 'Asia/Dubai',
    method: 'Dubai',
    minutes: 1,
    days: [
      '2018-01-01 05:42 12:25 15:24 17:44 19:03',
      '2018-04-01 04:53 12:25 15:54 18:38 19:53',
      '2018-07-01 04:02 12:25 15:48 19:16 20:43',
      '2018-10-01 04:54 12:11 15:35 18:09 19:23',
    ],
  },
]

const minutesOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

describe.each(TABLES)('$city matches $source', table => {
  const { location, timeZone, method, asr = 'standard', minutes } = table

  test.each(table.days)('%s', row => {
    const [day = '', ...published] = row.split(' ')
    const prayers = calculatePrayers({
      day,
      location,
      timeZone,
      options: { method, asr, offsets: OFFSETS },
    })
    const apart = prayers.map(({ time }, at) => minutesOf(time) - minutesOf(published[at] ?? ''))
    expect(apart).toHaveLength(5)
    const worst = Math.max(...apart.map(Math.abs))
    expect({ apart, isNear: worst <= minutes }).toEqual({ apart, isNear: true })
  })
})

const inKualaLumpur = (options: Partial<PrayerOptions>, day = SOLSTICE) =>
  calculatePrayers({
    day,
    location: KUALA_LUMPUR,
    timeZone: 'Asia/Kuala_Lumpur',
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

describe('in the far north', () => {
  const CITIES = {
    Oslo: [{ latitude: 59.91, longitude: 10.75 }, 'Europe/Oslo'],
    Reykjavik: [{ latitude: 64.15, longitude: -21.94 }, 'Atlantic/Reykjavik'],
    Tromso: [{ latitude: 69.65, longitude: 18.96 }, 'Europe/Oslo'],
    'the pole': [{ latitude: 90, longitude: 0 }, 'UTC'],
    'the other pole': [{ latitude: -90, longitude: 180 }, 'UTC'],
  } as const

  const everyWeek = Array.from({ length: 53 }, (_, week) =>
    new Date(Date.UTC(2026, 0, 1 + 7 * week)).toISOString().slice(0, 10),
  )

  test.each(Object.entries(CITIES))(
    '%s has five times or none, all year round',
    (_, [location, zone]) => {
      for (const method of PRAYER_METHODS) {
        for (const day of everyWeek) {
          const options = { ...JAKIM, method }
          const prayers = calculatePrayers({ day, location, timeZone: zone, options })
          const isWhole = prayers.every(({ time }) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time))
          expect({ method, day, isWhole, count: prayers.length }).toEqual({
            method,
            day,
            isWhole: true,
            count: prayers.length === 0 ? 0 : 5,
          })
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
    expect(calculatePrayers({ day: SOLSTICE, location, timeZone, options: JAKIM })).toHaveLength(
      count,
    )
  })

  test('Isha is well before the next dawn', () => {
    const [location, timeZone] = CITIES.Oslo
    const options: PrayerOptions = { ...JAKIM, method: 'MuslimWorldLeague' }
    const [fajr, , , maghrib, isha] = calculatePrayers({
      day: SOLSTICE,
      location,
      timeZone,
      options,
    })
    expect([fajr?.time, maghrib?.time, isha?.time].join(' ')).toMatch(/^03:\d\d 22:\d\d 23:\d\d$/)
  })
})
