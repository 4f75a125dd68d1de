import { join } from 'node:path'
import { PRAYER_KEYS, type PrayerKey } from '#domain/display/prayer-times'
import {
  type Exceptions,
  type FittedPrayer,
  type FittedZone,
  getSeconds,
} from '../../integrations/jakim/zone-times.ts'
import { NEVER_EARLY } from './fit-prayer.ts'
import type { PublishedZone } from './read-published.ts'

const OUTPUT = join(import.meta.dir, '../../integrations/jakim/zone-times.json')

type Prayers = Record<PrayerKey, FittedPrayer>

/** True if people must not rely on the time. `minutesLate` is calculated minus published. */
export function isOutside(key: PrayerKey, minutesLate: number) {
  return Math.abs(minutesLate) > 1 || (minutesLate < 0 && NEVER_EARLY.includes(key))
}

/** Keeps the published times of days on which the table leaves its own curve. */
export function withExceptions(prayers: Prayers, { days, minutes }: PublishedZone): FittedZone {
  const exceptions: Exceptions = {}
  for (const [at, day] of days.entries()) {
    for (const key of PRAYER_KEYS) {
      const published = minutes[key][at] ?? 0
      const calculated = Math.floor(getSeconds(key, prayers[key], day, 'shafi') / 60)
      if (!isOutside(key, calculated - published)) continue
      exceptions[day] = { ...exceptions[day], [key]: published }
    }
  }
  return Object.keys(exceptions).length > 0 ? { ...prayers, exceptions } : prayers
}

/** Writes one line for each zone. */
export async function writeZones(zones: Record<string, FittedZone>) {
  const lines = Object.entries(zones).map(([name, zone]) => `"${name}":${JSON.stringify(zone)}`)
  await Bun.write(OUTPUT, `{\n${lines.join(',\n')}\n}\n`)
}
