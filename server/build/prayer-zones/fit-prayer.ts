import { PRAYER_KEYS, type PrayerKey } from '#domain/display/prayer-times'
import {
  type FittedPrayer,
  getPhase,
  getSeconds,
  getSunSeconds,
} from '../../integrations/jakim/zone-times.ts'

const LONGITUDE = 110
const SECONDS_PER_DEGREE = 240
const LATITUDES = Array.from({ length: 86 }, (_, at) => at / 10)
/** How far two reference points of a zone may be apart. */
const MAX_APART = 10
const DELAYS = Array.from({ length: 65 }, (_, at) => 5 * at - 160)
/** People begin and break a fast at these two times, so the times are never early. */
export const NEVER_EARLY: PrayerKey[] = ['fajr', 'maghrib']
/** A day this far from the others is a mistake in the table, so the fit ignores it. */
const IRREGULAR_SECONDS = { beforeWave: 150, afterWave: 95 }
/** The days of other years fall between this year's days. */
const MARGIN_SECONDS = 2
const MAX_CORRECTIONS = 10
const HARMONICS = [0, 3, 5]
const DESCENT_STEPS = 3000
/** A wave is worth its numbers only if it makes this additional share of the days exact. */
const WORTH_A_WAVE = 0.01

export type Sun = { days: string[]; seconds: Record<PrayerKey, number[]>[] }
type Base = { times: number[]; points: number[][] }

export function computeSun(days: string[]): Sun {
  const seconds = LATITUDES.map(latitude => {
    const ofDays = days.map(day =>
      getSunSeconds({ day, latitude, longitude: LONGITUDE, madhab: 'shafi' }),
    )
    const ofKeys = PRAYER_KEYS.map(key => [key, ofDays.map(times => times[key])])
    return Object.fromEntries(ofKeys) as Record<PrayerKey, number[]> // made of PRAYER_KEYS
  })
  return { days, seconds }
}

/** Finds the points and the wave whose times, rounded down, match the most published times. */
export function fitPrayer(key: PrayerKey, published: number[], sun: Sun): FittedPrayer {
  const target = published.map(minutes => minutes * 60)
  const single = findPoint(key, target, sun)
  const regular = findRegularDays(target, single.times)
  const base = key === 'dhuhr' ? single : findPair(key, target, sun, regular)
  let best: { exact: number; fitted: FittedPrayer } | undefined
  for (const count of HARMONICS) {
    const wave = fitWave(target, base.times, sun.days.map(getPhase), count, regular)
    const fitted = toFitted(base.points, wave.amplitudes, wave.constant)
    const exact = correct(key, fitted, target, sun.days)
    if (best && exact < best.exact + WORTH_A_WAVE * target.length) continue
    best = { exact, fitted }
  }
  return best?.fitted ?? { points: [], wave: [] }
}

/** Moves the points until the calculated times fit best. Returns how many days are exact. */
function correct(key: PrayerKey, fitted: FittedPrayer, target: number[], days: string[]) {
  for (let attempt = 0; attempt < MAX_CORRECTIONS; attempt++) {
    const times = days.map(day => getSeconds(key, fitted, day, 'shafi'))
    const isNear = (day: number) =>
      Math.abs((times[day] ?? 0) - (target[day] ?? 0) - 30) < IRREGULAR_SECONDS.afterWave
    const near = [...days.keys()].filter(isNear)
    const { exact, shift } = findShift(key, target, times, near)
    if (shift === 0 || attempt === MAX_CORRECTIONS - 1) return exact
    for (const point of fitted.points) {
      point[1] = round((point[1] ?? 0) - shift / SECONDS_PER_DEGREE, 4)
    }
  }
  return 0
}

function findPoint(key: PrayerKey, target: number[], { seconds }: Sun): Base {
  let best = { loss: Number.POSITIVE_INFINITY, at: 0 }
  for (const [at, times] of seconds.entries()) {
    const rest = target.map((time, day) => time - (times[key][day] ?? 0))
    const middle = getMedian(rest)
    const loss = rest.reduce((sum, value) => sum + Math.abs(value - middle), 0)
    if (loss < best.loss) best = { loss, at }
  }
  return { times: seconds[best.at]?.[key] ?? [], points: [[LATITUDES[best.at] ?? 0, 0]] }
}

function findRegularDays(target: number[], times: number[]) {
  const rest = target.map((time, day) => time - (times[day] ?? 0))
  const middle = getMedian(rest)
  return target.flatMap((_, day) =>
    Math.abs((rest[day] ?? 0) - middle) < IRREGULAR_SECONDS.beforeWave ? [day] : [],
  )
}

function findPair(key: PrayerKey, target: number[], { seconds }: Sun, regular: number[]): Base {
  const of = (at: number) => seconds[at]?.[key] ?? []
  let best = { spread: Number.POSITIVE_INFINITY, first: 0, second: 0, delay: 0 }
  for (const first of LATITUDES.keys()) {
    const last = Math.min(first + MAX_APART, LATITUDES.length - 1)
    for (let second = first; second <= last; second++) {
      for (const delay of first === second ? [0] : DELAYS) {
        const spread = getSpread(target, of(first), of(second), delay, regular, best.spread)
        if (spread < best.spread) best = { spread, first, second, delay }
      }
    }
  }
  const points = [[LATITUDES[best.first] ?? 0, 0]]
  if (best.first !== best.second) points.push([LATITUDES[best.second] ?? 0, best.delay])
  const times = of(best.first).map((time, day) =>
    best.first === best.second ? time : Math.max(time, (of(best.second)[day] ?? 0) + best.delay),
  )
  return { times, points }
}

/** Returns the range of the days' constants, or stops at `limit`. At 60 seconds all days fit. */
function getSpread(
  target: number[],
  first: number[],
  second: number[],
  delay: number,
  days: number[],
  limit: number,
) {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const day of days) {
    const rest = (target[day] ?? 0) - Math.max(first[day] ?? 0, (second[day] ?? 0) + delay)
    low = Math.min(low, rest)
    high = Math.max(high, rest)
    if (high - low >= limit) break
  }
  return high - low
}

/** Minimizes by subgradient descent how far the times are outside the published minutes. */
function fitWave(
  target: number[],
  times: number[],
  phases: number[],
  harmonics: number,
  regular: number[],
) {
  const basis = phases.map(phase => [
    1,
    ...Array.from({ length: harmonics }, (_, at) => [
      Math.cos((at + 1) * phase),
      Math.sin((at + 1) * phase),
    ]).flat(),
  ])
  const wave = (basis[0] ?? []).map(() => 0)
  wave[0] = getMedian(target.map((time, day) => time + 30 - (times[day] ?? 0)))
  let best = { loss: Number.POSITIVE_INFINITY, wave: [...wave] }
  for (let step = 0; step < DESCENT_STEPS && best.loss > 0; step++) {
    const { loss, gradient } = getLoss(target, times, basis, wave, regular)
    if (loss < best.loss) best = { loss, wave: [...wave] }
    const length = Math.hypot(...gradient) || 1
    for (const [at, slope] of gradient.entries()) {
      wave[at] = (wave[at] ?? 0) - (slope / length) * (20 / (1 + step * 0.02))
    }
  }
  const [constant = 0, ...amplitudes] = best.wave
  return { constant, amplitudes, times: basis.map(row => dot(row, best.wave)) }
}

function getLoss(
  target: number[],
  times: number[],
  basis: number[][],
  wave: number[],
  days: number[],
) {
  const gradient = wave.map(() => 0)
  let loss = 0
  for (const day of days) {
    const row = basis[day] ?? []
    const rest = (times[day] ?? 0) + dot(row, wave) - (target[day] ?? 0)
    const outside = rest < 0.5 ? rest - 0.5 : Math.max(0, rest - 59)
    if (outside === 0) continue
    loss += Math.abs(outside)
    for (const [at, value] of row.entries()) {
      gradient[at] = (gradient[at] ?? 0) + Math.sign(outside) * value
    }
  }
  return { loss, gradient }
}

function findShift(key: PrayerKey, target: number[], times: number[], regular: number[]) {
  let best = { value: Number.NEGATIVE_INFINITY, exact: 0, shift: 0 }
  for (let shift = -90; shift <= 90; shift++) {
    let exact = 0
    let wrong = 0
    for (const day of regular) {
      const rest = (times[day] ?? 0) + shift - (target[day] ?? 0)
      const late = Math.floor(rest / 60)
      if (late === 0) exact++
      const isEarly = NEVER_EARLY.includes(key) && rest < MARGIN_SECONDS
      if (Math.abs(late) > 1 || isEarly) wrong++
    }
    const value = exact - wrong * target.length
    if (value > best.value) best = { value, exact, shift }
  }
  return best
}

function toFitted(points: number[][], wave: number[], constant: number): FittedPrayer {
  return {
    points: points.map(([latitude = 0, delay = 0]) => [
      latitude,
      round(LONGITUDE - (constant + delay) / SECONDS_PER_DEGREE, 4),
    ]),
    wave: wave.map(amplitude => round(amplitude, 1)),
  }
}

function round(value: number, digits: number) {
  return Math.round(value * 10 ** digits) / 10 ** digits
}

function dot(row: number[], wave: number[]) {
  let sum = 0
  for (const [at, value] of row.entries()) sum += value * (wave[at] ?? 0)
  return sum
}

function getMedian(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
