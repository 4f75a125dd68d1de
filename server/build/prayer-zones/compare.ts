/** Prints docs/prayer-times.md's table: `bun server/build/prayer-zones/compare.ts jakim.csv.gz`. */
import { PRAYER_KEYS, type PrayerKey } from '#domain/display/prayer-times'
import { calculateZoneTimes } from '../../integrations/jakim/zone-times.ts'
import { isOutside } from './exceptions.ts'
import { type PublishedZone, readPublished } from './read-published.ts'

const zones = readPublished(Bun.argv[2] ?? '')
const outside: string[] = []

console.log(
  '| zone | Subuh | Zohor | Asar | Maghrib | Isyak |\n| --- | --- | --- | --- | --- | --- |',
)
for (const [name, zone] of zones) {
  console.log(`| ${name} | ${PRAYER_KEYS.map(key => compare(name, zone, key)).join(' | ')} |`)
}
if (outside.length > 0) console.error(`Outside of the bounds:\n${outside.join('\n')}`)

/** Formats the share of exact days, and the largest differences of calculated minus published. */
function compare(name: string, { days, minutes }: PublishedZone, key: PrayerKey) {
  const late = days.map((day, at) => {
    const calculated = calculateZoneTimes(name, day)?.[key] ?? Number.NaN
    return calculated - (minutes[key][at] ?? 0)
  })
  for (const [at, minutesLate] of late.entries()) {
    if (isOutside(key, minutesLate)) outside.push(`${name} ${days[at]} ${key} ${minutesLate}`)
  }
  const exact = late.filter(minutesLate => minutesLate === 0).length / late.length
  const apart = [Math.min(...late), Math.max(...late)].filter(minutesLate => minutesLate !== 0)
  const largest = apart.map(value => (value > 0 ? `+${value}` : `${value}`)).join(', ') || '0'
  return `${(100 * exact).toFixed(1)} %, ${largest}`
}
