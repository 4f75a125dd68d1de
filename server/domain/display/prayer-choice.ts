import type { Settings } from '../settings/settings.ts'
import { type AsrRule, PRAYER_METHODS, type PrayerKey, type PrayerMethod } from './prayer-times.ts'

/** What the clinic's settings say of prayer times; `offsets` in whole minutes. */
export type PrayerOptions = {
  method: PrayerMethod
  asr: AsrRule
  offsets: Record<PrayerKey, number>
}

export function getPrayerOptions(settings: Settings): PrayerOptions {
  const offset = (name: string) => Number(settings[`prayerOffset${name}`] ?? 0)
  return {
    method: PRAYER_METHODS.find(method => method === settings.prayerMethod) ?? 'JAKIM',
    asr: settings.prayerAsr === 'hanafi' ? 'hanafi' : 'standard',
    offsets: {
      fajr: offset('Fajr'),
      dhuhr: offset('Dhuhr'),
      asr: offset('Asr'),
      maghrib: offset('Maghrib'),
      isha: offset('Isha'),
    },
  }
}
