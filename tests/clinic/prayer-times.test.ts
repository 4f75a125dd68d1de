import { describe, expect, test } from 'bun:test'
import {
  nextPrayer,
  PRAYER_KEYS,
  PRAYER_METHODS,
  prayerChoice,
  prayerName,
} from '#clinic/prayer-times'
import { withDefaults } from '#clinic/settings'

const MALAY = ['Subuh', 'Zohor', 'Asar', 'Maghrib', 'Isyak']
const ENGLISH = ['Fajr', 'Dhuhr', 'Asr', 'Maghrib', 'Isha']

test.each([...PRAYER_METHODS])('the prayers have the names of where %s is at home', method => {
  const names = PRAYER_KEYS.map(key => prayerName(key, method))
  expect(names).toEqual(['JAKIM', 'Singapore'].includes(method) ? MALAY : ENGLISH)
})

describe('the settings choose', () => {
  test("JAKIM's times while nobody chose", () => {
    expect(prayerChoice(withDefaults([]))).toEqual({
      method: 'JAKIM',
      asr: 'standard',
      offsets: { fajr: 0, dhuhr: 0, asr: 0, maghrib: 0, isha: 0 },
    })
  })

  test('method, afternoon and minutes', () => {
    const saved = Object.entries({
      prayerMethod: 'Karachi',
      prayerAsr: 'hanafi',
      prayerOffsetFajr: '-30',
      prayerOffsetIsha: '5',
    }).map(([key, value]) => ({ key, value }))
    expect(prayerChoice(withDefaults(saved))).toEqual({
      method: 'Karachi',
      asr: 'hanafi',
      offsets: { fajr: -30, dhuhr: 0, asr: 0, maghrib: 0, isha: 5 },
    })
  })
})

const prayers = (...times: string[]) =>
  PRAYER_KEYS.map((key, at) => ({ key, name: key, time: times[at] ?? '' }))
const TODAY = prayers('05:47', '13:01', '16:24', '19:00', '20:12')
const NORTHERN_SUMMER = prayers('03:15', '13:26', '17:45', '22:44', '00:10')

test.each([
  ['before dawn', TODAY, '05:46:59', 'fajr'],
  ['at dawn', TODAY, '05:47:00', 'dhuhr'],
  ['in the afternoon', TODAY, '16:30', 'maghrib'],
  ['at night', TODAY, '20:12', 'fajr'],
  ['late in a northern summer', NORTHERN_SUMMER, '23:00', 'isha'],
  ['at midnight in a northern summer', NORTHERN_SUMMER, '00:05', 'isha'],
  ['after it', NORTHERN_SUMMER, '00:10', 'fajr'],
] as const)('%s the next prayer is the next by the clock', (_, list, time, key) => {
  expect(nextPrayer([...list], time)).toBe(key)
})

test('without prayers there is no next one', () => {
  expect(nextPrayer([], '12:00')).toBeNull()
})
