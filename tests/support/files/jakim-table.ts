import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { PrayerKey } from '#domain/display/prayer-times'

/** Minutes after midnight of each day of the year. */
export type PublishedZone = { days: string[]; minutes: Record<PrayerKey, number[]> }

/** Reads `zone,date,day,imsak,subuh,syuruk,dhuha,zohor,asar,maghrib,isyak`, gzipped or not. */
export function readPublished(path: string) {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  const zones = new Map<string, PublishedZone>()
  for (const line of text.trim().split('\n').slice(1)) {
    const [zone = '', day = '', , , fajr, , , dhuhr, asr, maghrib, isha] = line.trim().split(',')
    const published = zones.get(zone) ?? create()
    published.days.push(day)
    for (const [key, time] of Object.entries({ fajr, dhuhr, asr, maghrib, isha })) {
      published.minutes[key as PrayerKey].push(toMinutes(time)) // keys of the object above
    }
    zones.set(zone, published)
  }
  return zones
}

function create(): PublishedZone {
  return { days: [], minutes: { fajr: [], dhuhr: [], asr: [], maghrib: [], isha: [] } }
}

function toMinutes(time = '') {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
