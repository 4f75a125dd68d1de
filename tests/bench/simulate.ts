import { parseArgs } from 'node:util'
import type { Patient } from '#domain/patients/patient'
import { findNext, type NextRules } from '#domain/queue/next-patient'
import { createSeededRandom, type SeededRandom } from '../chaos/seeded-random.ts'
import { aPatient } from '../support/samples.ts'
import { compareForecasts } from './forecasts.ts'
import { saveTable } from './measurements.ts'

/**
 * `bun run simulate [--seed n] [--days n]`: how long patients wait under each order of calling, on
 * the same simulated days. Writes the table on docs/measurements.md.
 */
const { values } = parseArgs({ options: { seed: { type: 'string' }, days: { type: 'string' } } })
const SEED = Number(values.seed ?? 1)
const DAYS = Number(values.days ?? 120)

const OPENING = Date.parse('2026-11-20T00:00:00.000Z')
const MINUTE_MS = 60_000
const ROOMS = 6
const PATIENTS = 300
const PRIORITY_SHARE = 0.35
const CONSULTATION = { shortest: 3, mean: 7.9 }
/** More come in the morning: the share of the day's patients in each of its hours. */
const HOURS = [0.19, 0.18, 0.15, 0.12, 0.09, 0.1, 0.1, 0.07]

type Visit = { arrives: number; takes: number; isPriority: boolean }
type Wait = { minutes: number; isPriority: boolean }

const ORDERS: [string, NextRules][] = [
  ['by arrival', { weight: 1, limitMinutes: 45 }],
  ['priority counts double, limit 45 min (default)', { weight: 2, limitMinutes: 45 }],
  ['priority counts three times, limit 45 min', { weight: 3, limitMinutes: 45 }],
  ['priority always first, no limit', { weight: 'always', limitMinutes: Number.POSITIVE_INFINITY }],
]

const random = createSeededRandom(SEED)
const days = Array.from({ length: DAYS }, () => createDay(random))
const rows = ORDERS.map(([name, rules]) => {
  const waits = days.flatMap(day => runDay(day, rules))
  const of = (isPriority: boolean) =>
    waits.filter(wait => wait.isPriority === isPriority).map(({ minutes }) => minutes)
  return [name, ...describe(of(true)), ...describe(of(false))]
})
const header = ['order', 'priority: mean', '99 of 100', 'longest']
saveTable('simulate', [...header, 'others: mean', '99 of 100', 'longest'], rows)
saveTable(
  'forecasts',
  ['forecast', 'judged', 'inside', 'longer', 'median width'],
  compareForecasts(SEED, DAYS),
)

/** In order of arrival; times in minutes since opening. */
function createDay(random: SeededRandom): Visit[] {
  return Array.from({ length: PATIENTS }, () => ({
    arrives: pickHour(random) * 60 + random.between(0, 60),
    takes:
      CONSULTATION.shortest -
      Math.log(1 - random.next()) * (CONSULTATION.mean - CONSULTATION.shortest),
    isPriority: random.happens(PRIORITY_SHARE),
  })).toSorted((a, b) => a.arrives - b.arrives)
}

function pickHour(random: SeededRandom) {
  let left = random.next()
  for (const [hour, share] of HOURS.entries()) {
    left -= share
    if (left < 0) return hour
  }
  return HOURS.length - 1
}

function runDay(day: Visit[], rules: NextRules): Wait[] {
  const coming = day.map((visit, index) => ({ visit, patient: toPatient(visit, index + 1) }))
  const waiting = new Map<number, Visit>()
  let listed: Patient[] = []
  const roomsFreeAt = Array.from({ length: ROOMS }, () => 0)
  const waits: Wait[] = []
  while (coming.length > 0 || listed.length > 0) {
    const room = roomsFreeAt.indexOf(Math.min(...roomsFreeAt))
    // A free room waits for the next arrival.
    const now = Math.max(
      roomsFreeAt[room] ?? 0,
      listed.length > 0 ? 0 : (coming[0]?.visit.arrives ?? 0),
    )
    for (let next = coming[0]; next && next.visit.arrives <= now; next = coming[0]) {
      coming.shift()
      waiting.set(next.patient.id, next.visit)
      listed.push(next.patient)
    }
    const options = { queue: 'consultation', now: toInstant(now), rules } as const
    const chosen = findNext(listed, options)?.patient
    const visit = chosen && waiting.get(chosen.id)
    if (!visit) throw new Error('nobody is chosen although somebody waits')
    listed = listed.filter(patient => patient !== chosen)
    waits.push({ minutes: now - visit.arrives, isPriority: visit.isPriority })
    roomsFreeAt[room] = now + visit.takes
  }
  return waits
}

function toPatient({ arrives, isPriority }: Visit, number: number) {
  const reason = isPriority ? 'OLD' : null
  return aPatient({
    id: number,
    number,
    registeredAt: toInstant(arrives),
    isPriority,
    priorityReason: reason,
  })
}

function toInstant(minutes: number) {
  return new Date(OPENING + minutes * MINUTE_MS).toISOString()
}

function describe(minutes: number[]) {
  const sorted = minutes.toSorted((a, b) => a - b)
  const mean = sorted.reduce((sum, wait) => sum + wait, 0) / sorted.length
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return [mean, at(0.99), at(1)].map(wait => `${wait.toFixed(0)} min`)
}
