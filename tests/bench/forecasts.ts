import {
  getCoverage,
  getQuantile,
  type Judged,
  NO_EXPERIENCE,
  replayDay,
} from '#domain/queue/estimates'
import { DEFAULT_NEXT_RULES } from '#domain/queue/next-patient'
import { toQueueDay } from '#domain/queue/queue-day'
import { MINUTE_MS } from '#domain/time'
import { createSeededRandom } from '../chaos/seeded-random.ts'
import { simulateDay } from '../support/simulated-day.ts'

const ROLLING = 20
const STEP = 5
const down = (minutes: number) => Math.floor(minutes / STEP) * STEP
const up = (minutes: number) => Math.ceil(minutes / STEP) * STEP

/**
 * The product's forecasts on simulated days, and what simpler rules would have said of the same
 * patients.
 */
export function compareForecasts(seed: number, days: number) {
  const judged = judgeDays(seed, days)
  return [
    ['as built', ...describe(judged)],
    ['3 min for each person before', ...describe(judged.map(toThreeMinutes))],
    ['mean of the last 20, ± 20 %', ...describe(judged.flatMap(toRollingMean))],
  ]
}

function judgeDays(seed: number, days: number): Judged[] {
  const random = createSeededRandom(seed)
  const rules = DEFAULT_NEXT_RULES
  let experience = NO_EXPERIENCE
  return Array.from({ length: days }).flatMap((_, index) => {
    const day = toQueueDay(
      simulateDay(random, index, { patients: 300, rooms: 6, rules }),
      'consultation',
    )
    const replay = replayDay(day, experience, { rules, until: Number.POSITIVE_INFINITY })
    experience = replay.experience
    return replay.judged
  })
}

function toThreeMinutes(one: Judged): Judged {
  const low = down(one.ahead * 3)
  return { ...one, range: { low, high: low + STEP } }
}

/** From the last patients who were called before this one came. `all` is in order of the calls. */
function toRollingMean(one: Judged, index: number, all: Judged[]): Judged[] {
  const isKnown = (other: Judged) => other.at + other.actual * MINUTE_MS <= one.at
  const last = all
    .slice(Math.max(0, index - 150), index)
    .filter(isKnown)
    .slice(-ROLLING)
  if (last.length < ROLLING) return []
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const mean = sum(last.map(({ actual }) => actual)) / sum(last.map(({ ahead }) => ahead + 0.5))
  const expected = mean * (one.ahead + 0.5)
  return [{ ...one, range: { low: down(expected * 0.8), high: up(expected * 1.2) } }]
}

function describe(judged: Judged[]) {
  const { count, inside, longer } = getCoverage(judged)
  const percent = (part: number) => `${((100 * part) / count).toFixed(0)} %`
  const width = getQuantile(
    judged.map(({ range }) => range.high - range.low),
    0.5,
  )
  return [`${count}`, percent(inside), percent(longer), `${width} min`]
}
