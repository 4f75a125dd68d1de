/** Fits `zone-times.json` to a year of JAKIM's table: `bun server/build/prayer-zones/fit.ts jakim.csv.gz`. */
import { PRAYER_KEYS, type PrayerKey } from '#domain/display/prayer-times'
import { type FittedZone, getDayOfYear, type Step } from '../../integrations/jakim/zone-times.ts'
import { withExceptions, writeZones } from './exceptions.ts'
import { computeSun, fitPrayer, type Sun } from './fit-prayer.ts'
import { type PublishedZone, readPublished } from './read-published.ts'

/** A state that adds minutes to one zone's table changes them at most monthly. */
const MAX_STEPS = 13

const zones = readPublished(Bun.argv[2] ?? '')
const sun = computeSun(zones.values().next().value?.days ?? [])
const fitted: Record<string, FittedZone> = {}
for (const [name, zone] of zones) {
  const prayers = findBase(name, zone) ?? fitZone(zone, sun)
  fitted[name] = 'base' in prayers ? prayers : withExceptions(prayers, zone)
}
await writeZones(fitted)

/** Kedah publishes one table and whole minutes to add in its other zones. */
function findBase(name: string, zone: PublishedZone): FittedZone | null {
  for (const [other, base] of zones) {
    if (other === name) return null
    if (other.slice(0, 3) !== name.slice(0, 3)) continue
    const steps = PRAYER_KEYS.map(key => [key, getSteps(zone, base, key)] as const)
    if (steps.some(([, list]) => list.length > MAX_STEPS)) continue
    return { base: other, steps: Object.fromEntries(steps) as Record<PrayerKey, Step[]> } // made of PRAYER_KEYS
  }
  return null
}

function getSteps(zone: PublishedZone, base: PublishedZone, key: PrayerKey) {
  const steps: Step[] = []
  for (const [at, minutes] of zone.minutes[key].entries()) {
    const added = minutes - (base.minutes[key][at] ?? 0)
    if (steps.at(-1)?.[1] !== added) steps.push([getDayOfYear(zone.days[at] ?? ''), added])
  }
  return steps
}

function fitZone({ minutes }: PublishedZone, sun: Sun) {
  const prayers = PRAYER_KEYS.map(key => [key, fitPrayer(key, minutes[key], sun)])
  return Object.fromEntries(prayers) as Record<PrayerKey, ReturnType<typeof fitPrayer>> // made of PRAYER_KEYS
}
