import type { Prayer, PrayerKey } from '#domain/display/prayer-times'

/** `time` as HH:MM or HH:MM:SS. In a northern summer Isha is after midnight: hence the sorting. */
export function findNextPrayer(prayers: Prayer[], time: string): PrayerKey | null {
  const sorted = [...prayers].sort((a, b) => a.time.localeCompare(b.time))
  const next = sorted.find(prayer => prayer.time > time.slice(0, 5)) ?? sorted[0]
  return next ? next.key : null
}
