import { CalculationParameters, Coordinates, PrayerTimes, Rounding } from 'adhan'
import { PRAYER_KEYS, type PrayerKey, type PrayerMinutes } from '#domain/display/prayer-times'
import { DAY_MS, HOUR_MS } from '#domain/time'
import { getNoon } from '../prayer-times.ts'
import zoneTimes from './zone-times.json'

/** `points`: latitude, longitude. `wave`: cosine and sine in seconds for each yearly harmonic. */
type FittedPrayer = { points: number[][]; wave: number[] }
/** Minutes to add to another zone's time, from a day of the year on. */
type Step = [day: number, minutes: number]
type FittedZone =
  | (Record<PrayerKey, FittedPrayer> & { exceptions?: Exceptions })
  | { base: string; steps: Record<PrayerKey, Step[]> }

/** Published minutes of days that differ from the curve of the days around them. */
type Exceptions = Record<string, Partial<PrayerMinutes>>

type Asr = 'shafi' | 'hanafi'

// Safe: the file has this shape, but TypeScript reads its arrays of numbers as number[].
const ZONES = zoneTimes as unknown as Record<string, FittedZone>

/** Returns minutes after midnight in Malaysia. See docs/prayer-times.md for the data. */
export function calculateZoneTimes(
  zone: string,
  day: string,
  asr: Asr = 'shafi',
): PrayerMinutes | null {
  const fitted = Object.hasOwn(ZONES, zone) ? ZONES[zone] : undefined
  return fitted ? evaluate(fitted, day, asr) : null
}

function evaluate(fitted: FittedZone, day: string, asr: Asr): PrayerMinutes | null {
  if ('base' in fitted) {
    const base = calculateZoneTimes(fitted.base, day, asr)
    return base && mapKeys(key => base[key] + getStep(fitted.steps[key], day))
  }
  const published = fitted.exceptions?.[day]
  return mapKeys(key => {
    const exception = key === 'asr' && asr === 'hanafi' ? undefined : published?.[key]
    return exception ?? Math.floor(getSeconds(key, fitted[key], day, asr) / 60)
  })
}

/** Returns the time of the latest point, because the whole zone uses it. */
function getSeconds(key: PrayerKey, { points, wave }: FittedPrayer, day: string, asr: Asr) {
  const times = points.map(
    ([latitude = 0, longitude = 0]) =>
      getSunSeconds({ day, latitude, longitude, madhab: asr })[key],
  )
  return Math.max(...times) + getWave(wave, getPhase(day))
}

function getWave(wave: number[], phase: number) {
  return wave.reduce((sum, amplitude, at) => {
    const angle = (Math.floor(at / 2) + 1) * phase
    return sum + amplitude * (at % 2 === 0 ? Math.cos(angle) : Math.sin(angle))
  }, 0)
}

const TROPICAL_YEAR_DAYS = 365.2422

/** Returns the sun's position in the year in radians, also correct in leap years. */
function getPhase(day: string) {
  const days = (Date.parse(day) - Date.UTC(2000, 0, 1)) / DAY_MS
  return (2 * Math.PI * (days % TROPICAL_YEAR_DAYS)) / TROPICAL_YEAR_DAYS
}

/** Returns 1 to 365. 29 February counts as 1 March. */
function getDayOfYear(day: string) {
  const inCommonYear = Date.parse(`2026-${day.slice(5)}`.replace('02-29', '03-01'))
  return 1 + Math.round((inCommonYear - Date.UTC(2026, 0, 1)) / DAY_MS)
}

function getStep(steps: Step[], day: string) {
  const dayOfYear = getDayOfYear(day)
  return steps.findLast(([from]) => from <= dayOfYear)?.[1] ?? 0
}

function mapKeys(getMinutes: (key: PrayerKey) => number) {
  const entries = PRAYER_KEYS.map(key => [key, getMinutes(key)])
  return Object.fromEntries(entries) as PrayerMinutes // made of PRAYER_KEYS
}

const ANGLE = 18
/** Malaysia has no daylight saving time. */
export const JAKIM_UTC_OFFSET_HOURS = 8

type Place = { day: string; latitude: number; longitude: number; madhab: 'shafi' | 'hanafi' }

/** Returns seconds after midnight in Malaysia, without rounding or a safety margin. */
export function getSunSeconds({ day, latitude, longitude, madhab }: Place) {
  const parameters = new CalculationParameters('Other', ANGLE, ANGLE)
  parameters.rounding = Rounding.None
  parameters.madhab = madhab
  const times = new PrayerTimes(new Coordinates(latitude, longitude), getNoon(day), parameters)
  const midnight = Date.parse(day) - JAKIM_UTC_OFFSET_HOURS * HOUR_MS
  const seconds = PRAYER_KEYS.map(key => [key, (times[key].getTime() - midnight) / 1000])
  return Object.fromEntries(seconds) as Record<PrayerKey, number> // made of PRAYER_KEYS
}
