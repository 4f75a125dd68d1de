import type { Query } from '#db/connection/query'
import { journey, patients } from '#db/schema/index'
import { DEFAULT_NEXT_RULES } from '#domain/queue/next-rules'
import { DAY_MS } from '#domain/time'
import { createSeededRandom } from '../../chaos/seeded-random.ts'
import { simulateDay } from '../simulated-day.ts'

/** The first of the simulated days. */
const FIRST = Date.parse('2026-11-20T00:00:00.000Z')

type Options = {
  days: number
  patientsPerDay: number
  rooms?: number
  before: string
  seed?: number
}

/** Writes simulated days, with every kind of step, before the day `before` (YYYY-MM-DD). */
export async function saveSimulatedHistory(tx: Query, options: Options) {
  const { days, patientsPerDay, rooms = 3, before, seed = 1 } = options
  const random = createSeededRandom(seed)
  const shift = Date.parse(`${before}T00:00:00.000Z`) - days * DAY_MS - FIRST
  const move = (at: string) => new Date(Date.parse(at) + shift).toISOString()
  for (let index = 0; index < days; index++) {
    const rules = DEFAULT_NEXT_RULES
    const day = simulateDay(random, index, { patients: patientsPerDay, rooms, rules })
    for (const patient of day) {
      const registeredAt = move(patient.registeredAt)
      const [row] = await tx
        .insert(patients)
        .values({
          day: registeredAt.slice(0, 10),
          series: 0,
          number: patient.number,
          name: `PATIENT ${patient.number}`,
          type: 'name',
          status: 'completed',
          registeredAt,
          isPriority: patient.isPriority,
          priorityReason: patient.isPriority ? 'ELDERLY' : null,
          readyForDispensary: false,
        })
        .returning({ id: patients.id })
      const steps = patient.journey.map(entry => ({
        ...entry,
        timestamp: move(entry.timestamp),
        patientId: row?.id ?? 0,
        byUserId: 1,
      }))
      await tx.insert(journey).values(steps)
    }
  }
}
