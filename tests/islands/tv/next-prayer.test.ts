import { expect, test } from 'bun:test'
import { PRAYER_KEYS } from '#domain/display/prayer-times'
import { findNextPrayer } from '../../../islands/stage/panels/information/PrayerPanel.tsx'

const prayers = (...times: string[]) =>
  PRAYER_KEYS.map((key, at) => ({ key, name: key, time: times[at] ?? '' }))
const TODAY = prayers('05:47', '13:01', '16:24', '19:00', '20:12')
const NORTHERN_SUMMER = prayers('03:15', '13:26', '17:45', '22:44', '00:10')

test.each([
  ['before dawn', TODAY, '05:46:59', 'fajr'],
  ['at dawn', TODAY, '05:47:00', 'dhuhr'],
  ['at night', TODAY, '20:12', 'fajr'],
  ['late in a northern summer', NORTHERN_SUMMER, '23:00', 'isha'],
  ['at midnight in a northern summer', NORTHERN_SUMMER, '00:05', 'isha'],
  ['after it', NORTHERN_SUMMER, '00:10', 'fajr'],
] as const)('%s the next prayer is the next by the clock', (_, list, time, key) => {
  expect(findNextPrayer([...list], time)).toBe(key)
})

test('without prayers there is no next one', () => {
  expect(findNextPrayer([], '12:00')).toBeNull()
})
