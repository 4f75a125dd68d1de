import { parseArgs } from 'node:util'
import { getWaitStart, type Patient } from '#domain/patients/patient'
import {
  getCoverage,
  getQuantile,
  type Judged,
  NO_HISTORY,
  replayDay,
} from '#domain/queue/estimates'
import { DEFAULT_NEXT_RULES, type NextRules } from '#domain/queue/next-rules'
import { toQueueDay } from '#domain/queue/queue-day'
import { MINUTE_MS } from '#domain/time'
import { createSeededRandom } from '../chaos/seeded-random.ts'
import { simulateDay } from '../support/simulated-day.ts'
import { saveTable } from './measurements.ts'

/**
 * `bun run simulate [--seed n] [--days n]`: how long patients wait under each order of calling, and
 * how good the forecasts are, on the same simulated days. Writes the tables on
 * docs/measurements.md.
 */
const { values } = parseArgs({ options: { seed: { type: 'string' }, days: { type: 'string' } } })
const SEED = Number(values.seed ?? 1)
const DAYS = Number(values.days ?? 120)
const FORECAST_STEP = 5
/** Seven catch up in the afternoon; six fall behind all day, which is harder to forecast. */
const ROOMS_OF_ORDERS = 7
const ROOMS_OF_FORECASTS = 6

const SHARE_OF_APPOINTMENTS = 0.3

type Appointments = { share: number; areKnown: boolean }

const ORDERS: [string, NextRules][] = [
  ['by arrival', { weight: 1, limitMinutes: 45 }],
  ['priority counts double, limit 45 min (default)', DEFAULT_NEXT_RULES],
  ['priority counts three times, limit 45 min', { weight: 3, limitMinutes: 45 }],
  ['priority always first, no limit', { weight: 'always', limitMinutes: Number.POSITIVE_INFINITY }],
]

const orders = ORDERS.map(([name, rules]) => {
  const patients = simulateDays(rules, ROOMS_OF_ORDERS).flat()
  const of = (isPriority: boolean) =>
    describeWaits(patients.filter(patient => patient.isPriority === isPriority))
  return [name, ...of(true), ...of(false)]
})
const header = ['order', 'priority: mean', '99 of 100', 'longest']
saveTable('simulate', [...header, 'others: mean', '99 of 100', 'longest'], orders)

saveTable(
  'appointments',
  [
    ...['order', 'appointment: median', '9 of 10', '99 of 100'],
    ...['walk-in: median', '9 of 10', '99 of 100'],
  ],
  [
    ['by arrival alone', ...describeAppointments(false)],
    ['by the later of arrival and appointment', ...describeAppointments(true)],
  ],
)

const judged = judgeForecasts(simulateDays(DEFAULT_NEXT_RULES, ROOMS_OF_FORECASTS))
saveTable(
  'forecasts',
  ['forecast', 'judged', 'inside', 'longer', 'median width'],
  [
    ['as built', ...describeForecasts(judged)],
    ['3 min for each person before', ...describeForecasts(judged.map(toThreeMinutes))],
  ],
)

/** The same patients under all rules. */
function simulateDays(rules: NextRules, rooms: number, appointments?: Appointments) {
  return Array.from({ length: DAYS }, (_, index) =>
    simulateDay(createSeededRandom(SEED + index), index, {
      patients: 300,
      rooms,
      rules,
      ...(appointments && { appointments }),
    }),
  )
}

/** From the later of arrival and appointment to the first call. */
function describeAppointments(areKnown: boolean) {
  const share = SHARE_OF_APPOINTMENTS
  const all = simulateDays(DEFAULT_NEXT_RULES, ROOMS_OF_ORDERS, { share, areKnown }).flat()
  const of = (hasAppointment: boolean) =>
    all
      .filter(({ appointmentAt }) => (appointmentAt !== undefined) === hasAppointment)
      .map(patient => {
        const called = patient.journey.find(({ action }) => action === 'called')
        return (Date.parse(called?.timestamp ?? '') - Date.parse(getWaitStart(patient))) / MINUTE_MS
      })
  return [true, false].flatMap(hasAppointment => {
    const waits = of(hasAppointment)
    return [0.5, 0.9, 0.99].map(share => `${getQuantile(waits, share).toFixed(1)} min`)
  })
}

/** From the registration to the first call. */
function describeWaits(patients: Patient[]) {
  const waits = patients.map(({ registeredAt, journey }) => {
    const called = journey.find(({ action }) => action === 'called')
    return (Date.parse(called?.timestamp ?? '') - Date.parse(registeredAt)) / MINUTE_MS
  })
  const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length
  return [mean, getQuantile(waits, 0.99), Math.max(...waits)].map(wait => `${wait.toFixed(0)} min`)
}

/** Each day is forecast with the history of those before. */
function judgeForecasts(days: Patient[][]) {
  let history = NO_HISTORY
  return days.flatMap(patients => {
    const options = { rules: DEFAULT_NEXT_RULES, until: Number.POSITIVE_INFINITY }
    const replay = replayDay(toQueueDay(patients, 'consultation'), history, options)
    history = replay.history
    return replay.judged
  })
}

function toThreeMinutes(one: Judged): Judged {
  const low = Math.floor((one.ahead * 3) / FORECAST_STEP) * FORECAST_STEP
  return { ...one, range: { low, high: low + FORECAST_STEP } }
}

function describeForecasts(judged: Judged[]) {
  const { count, inside, longer } = getCoverage(judged)
  const percent = (part: number) => `${((100 * part) / count).toFixed(0)} %`
  const widths = judged.map(({ range }) => range.high - range.low)
  return [`${count}`, percent(inside), percent(longer), `${getQuantile(widths, 0.5)} min`]
}
