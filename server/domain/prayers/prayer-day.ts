import { PRAYER_KEYS, type PrayerKey } from '../display/prayer-times.ts'
import { addDays, DAY_MS } from '../time.ts'

/** Minutes after midnight in Malaysia. */
export type PrayerMinutes = Record<PrayerKey, number>
export type PrayerDay = { date: string } & PrayerMinutes

/** The official times of one of JAKIM's zones, in the order of their dates. */
export type PrayerTable = { zone: string; days: PrayerDay[] }

export function isInOrder(times: PrayerMinutes) {
  return PRAYER_KEYS.every((key, at) => {
    const before = PRAYER_KEYS[at - 1]
    return before === undefined || times[key] > times[before]
  })
}

/** JAKIM's portal leaves out 29 February, which does not count. */
export function countMissingDays(before: string, date: string) {
  const next = addDays(before, 1)
  const missing = Math.round((Date.parse(date) - Date.parse(next)) / DAY_MS)
  return missing === 1 && next.endsWith('-02-29') ? 0 : missing
}
