import type { Query } from '#db/connection/query'
import { calls, journey, patients } from '#db/schema/index'
import type { Patient } from '#domain/patients/patient'
import { isDispensary } from '#domain/rooms/room'
import { addDays } from '#domain/time'
import { createSeededRandom } from '../../../server/cli/demo/seeded-random.ts'
import { ROOMS } from '../server/test-clinic.ts'
import { FIRST_DAY, simulateDay } from '../simulated-day.ts'

type Options = {
  days: number
  patientsPerDay: number
  rooms?: number
  /** The first day after them, YYYY-MM-DD. */
  before: string
  /** The time of the opening in UTC, by default 8:00 in Kuala Lumpur. */
  opening?: string
  /** Clinics under one roof with the same day, each with as many patients and rooms. */
  wards?: number
}

/** SQLite takes 32,766 values in a statement. */
const ROWS_AT_ONCE = 1_000

/** Writes the finished patients of simulated days, with every kind of step. */
export async function saveHistory(tx: Query, options: Options) {
  const { days, patientsPerDay, rooms = 3, before, opening = '00:00:00.000Z', wards = 1 } = options
  const random = createSeededRandom(1)
  for (let index = 0; index < days; index++) {
    const day = addDays(before, index - days)
    const shift = Date.parse(`${day}T${opening}`) - Date.parse(addDays(FIRST_DAY, index))
    const ward = simulateDay(random, index, { patients: patientsPerDay, rooms })
    const all = Array.from({ length: wards }, () => ward)
    await saveDay(tx, all.flat(), {
      day,
      toTime: at => new Date(Date.parse(at) + shift).toISOString(),
    })
  }
}

async function saveDay(
  tx: Query,
  all: Patient[],
  { day, toTime }: { day: string; toTime: (at: string) => string },
) {
  const rows = all.map(
    ({ registeredAt, calledAt, lastRoom, isPriority, priorityReason }, index) => ({
      ...{ day, series: 0, number: index + 1, name: `PATIENT ${index + 1}` },
      ...{ type: 'name', status: 'completed' as const, readyForDispensary: false },
      ...{ isPriority, priorityReason, registeredAt: toTime(registeredAt) },
      calledAt: calledAt && toTime(calledAt),
      lastWindowId: isDispensary(lastRoom) ? ROOMS.dispensary : ROOMS.one,
    }),
  )
  const ids: number[] = []
  for (const some of chunk(rows)) {
    const saved = await tx.insert(patients).values(some).returning({ id: patients.id })
    ids.push(...saved.map(({ id }) => id))
  }
  const steps = all.flatMap((patient, index) =>
    patient.journey.map(({ timestamp, ...entry }) => ({
      ...{ ...entry, timestamp: toTime(timestamp), patientId: ids[index] ?? 0, byUserId: 1 },
    })),
  )
  for (const some of chunk(steps)) await tx.insert(journey).values(some)
  const called = steps
    .filter(({ action }) => action === 'called')
    .toSorted((a, b) => a.timestamp.localeCompare(b.timestamp))
    .map(({ patientId, roomName, timestamp }) => ({
      ...{ patientId, roomName: roomName ?? '', calledAt: timestamp },
    }))
  for (const some of chunk(called)) await tx.insert(calls).values(some)
}

function chunk<T>(rows: T[]): T[][] {
  const starts = Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, n) => n)
  return starts.map(n => rows.slice(n * ROWS_AT_ONCE, (n + 1) * ROWS_AT_ONCE))
}
