import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { JourneyEntry, Patient } from '#domain/patients/patient'
import { getQueueName } from '#domain/queues/patient-queue'
import { labelAxis, listAxisKeys, listTicks } from '#domain/reports/period'
import { type Day, type Group, groupDays, sumRooms, sumUp, toHeatMap } from '#domain/reports/report'
import { sumDay, toVisit } from '#domain/reports/tally'
import { MINUTE_MS } from '#domain/time'
import { createSeededRandom, type SeededRandom } from '../../../server/cli/demo/seeded-random.ts'
import { HOSTILE_NAMES } from '../../support/hostile-names.ts'
import { KUALA_LUMPUR } from '../../support/samples.ts'
import { simulateDay } from '../../support/simulated-day.ts'

const TARGET = 30

/**
 * Days with every kind of step: undone ones, no-shows, and a clock that is set back in the middle;
 * in rooms with names that are hostile.
 */
function makeDays(seed: number, count: number): Patient[][] {
  const random = createSeededRandom(seed)
  const options = { rooms: 1 + (seed % 3), patients: 5 + (seed % 40) }
  return Array.from({ length: count }, (_, index) => {
    const day = simulateDay(random, index, options)
    for (const patient of day) {
      disturb(patient, random)
      for (const entry of patient.journey) entry.roomName = renameRoom(entry.roomName, seed)
    }
    return day
  })
}

function renameRoom(name: string | null, seed: number) {
  const number = Number(/^Room (\d+)$/.exec(name ?? '')?.[1])
  return HOSTILE_NAMES[(seed + number) % HOSTILE_NAMES.length] ?? name
}

function disturb(patient: Patient, random: SeededRandom) {
  const { journey } = patient
  if (random.happens(0.2)) {
    const at = Math.floor(random.between(1, journey.length + 1))
    const before = journey[at - 1] as JourneyEntry
    const wrong = random.oneOf<JourneyEntry['action']>(
      'called',
      'missed',
      'dispensary',
      'completed',
    )
    const room = wrong === 'called' ? 'Room 9' : null
    journey.splice(at, 0, step(before, wrong, room), step(before, 'undone'))
  }
  if (random.happens(0.1)) {
    const from = Math.floor(random.between(1, journey.length))
    for (const entry of journey.slice(from)) entry.timestamp = move(entry.timestamp, -90)
  }
  if (random.happens(0.1)) {
    journey.splice(
      Math.max(1, journey.length - 1),
      1,
      step(journey.at(-1) as JourneyEntry, 'no-show'),
    )
    patient.status = 'no-show'
  } else patient.status = 'completed'
}

function step(at: JourneyEntry, action: JourneyEntry['action'], roomName: string | null = null) {
  return { action, timestamp: at.timestamp, roomName, requeueReason: null, fromRoom: null }
}

function move(timestamp: string, minutes: number) {
  return new Date(Date.parse(timestamp) + minutes * MINUTE_MS).toISOString()
}

function toDays(days: Patient[][]): Day[] {
  return days.map(patients => ({
    day: patients[0]?.day ?? '',
    sums: sumDay(patients.map(patient => toVisit(patient, KUALA_LUMPUR))),
  }))
}

// A second count, written without the first: one patient after another, and sorted lists.

function countSlowly(days: Patient[][], keyOf: (patient: Patient) => string | null) {
  const groups = new Map<string, Patient[]>()
  for (const patient of days.flat()) {
    const key = keyOf(patient)
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), patient])
  }
  const rows = [...groups].map(([key, patients]) => {
    const waits = patients.flatMap(patient => waitOf(patient) ?? []).sort((a, b) => a - b)
    const hasEnough = waits.length >= 5
    const at = (share: number) => waits[Math.ceil(waits.length * share) - 1] ?? null
    return {
      key,
      n: patients.length,
      p50: hasEnough ? at(0.5) : null,
      p90: hasEnough ? at(0.9) : null,
      max: hasEnough ? at(1) : null,
      withinTarget: hasEnough ? waits.filter(wait => wait <= TARGET).length : null,
      missed: patients.reduce((sum, patient) => sum + valid(patient).filter(isMissed).length, 0),
      noShow: patients.filter(({ status }) => status === 'no-show').length,
    }
  })
  return rows.sort((a, b) => a.key.localeCompare(b.key, 'en', { numeric: true }))
}

const isMissed = ({ action }: JourneyEntry) => action === 'missed'

/** The steps that count, from the last one back. */
function valid({ journey }: Patient) {
  const steps: JourneyEntry[] = []
  let skips = 0
  for (const entry of journey.toReversed()) {
    if (entry.action === 'undone') skips++
    else if (skips > 0) skips--
    else steps.unshift(entry)
  }
  return steps
}

function firstCallOf(patient: Patient) {
  return valid(patient).find(
    ({ action, roomName }) => action === 'called' && roomName !== 'DISPENSARY',
  )
}

function waitOf(patient: Patient) {
  const call = firstCallOf(patient)
  if (!call) return null
  const ms = Date.parse(call.timestamp) - Date.parse(patient.registeredAt)
  return ms < 0 ? 0 : Math.floor(ms / MINUTE_MS)
}

/** Kuala Lumpur is eight hours ahead, without summer time. */
const localHour = ({ registeredAt }: Patient) => `${(Number(registeredAt.slice(11, 13)) + 8) % 24}`
const weekday = ({ day }: Patient) => `${new Date(`${day}T12:00:00Z`).getUTCDay() || 7}`

const KEYS: Record<Exclude<Group, 'room'>, (patient: Patient) => string> = {
  hour: localHour,
  weekday,
  day: ({ day }) => day,
  month: ({ day }) => day.slice(0, 7),
  queue: ({ queue }) => getQueueName(queue),
}

const seeds = fc.integer({ min: 1, max: 100_000 })

test('every figure, by hour, weekday, day, room and in all, is that of a direct count', () => {
  fc.assert(
    fc.property(seeds, seed => {
      const days = makeDays(seed, 3)
      for (const by of ['hour', 'weekday', 'day', 'queue'] as const) {
        expect(groupDays(toDays(days), by, TARGET)).toEqual(countSlowly(days, KEYS[by]))
      }
      const { waited, ...total } = sumUp(toDays(days), TARGET)
      const [expected] = countSlowly(days, () => '')
      expect(total).toEqual(expected as typeof total)
      expect(waited).toBe(days.flat().filter(patient => waitOf(patient) !== null).length)
      const cells = toHeatMap(toDays(days), TARGET)
      const slow = countSlowly(days, patient => `${weekday(patient)} ${localHour(patient)}`)
      expect(new Map(cells.map(({ row }) => [row.key, row]))).toEqual(
        new Map(slow.map(row => [row.key, row])),
      )
      const firstRooms = countSlowly(days, patient => firstCallOf(patient)?.roomName ?? null)
      const rows = groupDays(toDays(days), 'room', TARGET).filter(({ key }) => key !== 'DISPENSARY')
      expect(rows.filter(({ n }) => n > 0)).toEqual(firstRooms)
    }),
    { numRuns: 40 },
  )
})

test('minutes with a patient last from a call until the next step, without missed calls', () => {
  const days = makeDays(7, 4)
  const minutes = new Map<string, number[]>()
  for (const patient of days.flat()) {
    const steps = valid(patient).filter(({ action }) => action !== 'in progress')
    for (const [index, { action, roomName, timestamp }] of steps.entries()) {
      const next = steps[index + 1]
      if (action !== 'called' || !next || ['missed', 'no-show'].includes(next.action)) continue
      const ms = Math.max(0, Date.parse(next.timestamp) - Date.parse(timestamp))
      const all = minutes.get(roomName ?? '') ?? []
      minutes.set(roomName ?? '', [...all, Math.floor(ms / MINUTE_MS)])
    }
  }
  for (const { room, minutes: median } of sumRooms(toDays(days))) {
    const sorted = (minutes.get(room) ?? []).sort((a, b) => a - b)
    expect([room, median]).toEqual([room, sorted[Math.ceil(sorted.length / 2) - 1] ?? null])
  }
})

describe('the axis of a chart', () => {
  const axis = { from: '2026-11-18', to: '2026-11-20', minHours: 1 }

  test('has every hour between the first and the last, and of today twelve', () => {
    const hours = (keys: string[], minHours: number) =>
      listAxisKeys(keys, { ...axis, unit: 'hour', minHours })
    expect(hours(['8', '11'], 1)).toEqual(['8', '9', '10', '11'])
    expect([hours(['8', '9'], 12).at(0), hours(['8', '9'], 12).at(-1)]).toEqual(['8', '19'])
    expect([hours(['23'], 12).at(0), hours(['23'], 12).at(-1)]).toEqual(['12', '23'])
    expect(hours(['0', '23'], 12)).toHaveLength(24)
  })

  test('has every day of the period, and every month from the first with patients', () => {
    const days = listAxisKeys(['2026-11-19'], { ...axis, unit: 'day' })
    expect(days).toEqual(['2026-11-18', '2026-11-19', '2026-11-20'])
    const months = listAxisKeys(['2025-11', '2026-02'], { ...axis, unit: 'month' })
    expect(months).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
  })

  test('names the first day of each week and today', () => {
    const days = listAxisKeys([], {
      unit: 'day',
      from: '2026-11-07',
      to: '2026-11-20',
      minHours: 1,
    })
    const labels = labelAxis(days, 'day', '2026-11-20').flatMap(label => label?.text ?? [])
    expect(labels).toEqual(['7 Nov', '14 Nov', 'today'])
  })
})

test('ticks are few, whole, and reach the highest value', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), highest => {
      const ticks = listTicks(highest)
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(ticks.every(Number.isInteger)).toBe(true)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
      expect(ticks.at(-2)).toBeLessThan(highest)
    }),
  )
})
