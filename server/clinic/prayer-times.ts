export const PRAYER_KEYS = ['fajr', 'dhuhr', 'asr', 'maghrib', 'isha'] as const
export type PrayerKey = (typeof PRAYER_KEYS)[number]

/** `time` is the clinic's local time, HH:MM, 24 hours. */
export type Prayer = { key: PrayerKey; name: string; time: string }
export type PrayerTimes = { prayerTimes: Prayer[] }

/** Which prayer comes next at a local time (HH:MM or HH:MM:SS): behind the last one it is tomorrow's first. */
export function nextPrayer(prayers: Prayer[], time: string): PrayerKey | null {
  const next = prayers.find(prayer => prayer.time > time.slice(0, 5)) ?? prayers[0]
  return next ? next.key : null
}
