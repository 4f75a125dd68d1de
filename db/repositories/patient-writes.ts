import { and, eq, isNotNull, not, sql } from 'drizzle-orm'
import type { JourneyEntry } from '#domain/patients/patient'
import type { Registration } from '#domain/patients/registration'
import type { Move } from '#domain/queue/transitions'
import type { Listed } from '#domain/time'
import type { Query } from '../connection/query.ts'
import { calls, journey, patients, queueResets } from '../schema/index.ts'
import { isListed, nextNumberOf, resetsOf } from './patients.ts'

/** Keeps a new patient; the number is taken inside the INSERT itself. Returns the id. */
export async function addPatient(
  tx: Query,
  wish: Registration,
  { day, now, byUserId }: { day: string; now: string; byUserId: number },
) {
  const [made] = await tx
    .insert(patients)
    .values({
      ...wish,
      day,
      series: resetsOf(day),
      number: nextNumberOf(day),
      status: 'waiting',
      registeredAt: now,
      readyForDispensary: false,
    })
    .returning({ id: patients.id })
  if (!made) throw new Error('the database kept a patient and told no id')
  await tell(tx, made.id, byUserId, { ...NOTHING, action: 'registered', timestamp: now })
  return made.id
}

const NOTHING = { roomName: null, requeueReason: null, fromRoom: null }

function tell(tx: Query, patientId: number, byUserId: number, entry: JourneyEntry) {
  return tx.insert(journey).values({ ...entry, patientId, byUserId })
}

/** Keeps a patient's step: the patient, the journey's new line, and the call if it is one. */
export async function saveMove(tx: Query, { patient, isCall }: Move, byUserId: number) {
  const { id, status, calledAt, windowId, lastWindowId, requeueReason, readyForDispensary } =
    patient
  await tx
    .update(patients)
    .set({ status, calledAt, windowId, lastWindowId, requeueReason, readyForDispensary })
    .where(eq(patients.id, id))
  const entry = patient.trackingHistory.at(-1)
  if (entry) await tell(tx, id, byUserId, entry)
  if (!isCall || calledAt === null) return patient

  const [call] = await tx
    .insert(calls)
    .values({ patientId: id, roomName: patient.windowName ?? '', calledAt })
    .returning({ sequence: calls.sequence })
  return { ...patient, callSequence: call?.sequence ?? null }
}

/** Hides a patient and empties his room. */
export function hidePatient(tx: Query, id: number, now: string) {
  return tx.update(patients).set({ deletedAt: now, windowId: null }).where(eq(patients.id, id))
}

/** Hides everyone who is listed, starts the day's numbers anew, and says how many there were. */
export async function resetListed(tx: Query, listed: Listed, now: string, byUserId: number) {
  const hidden = await tx
    .update(patients)
    .set({ deletedAt: now, windowId: null })
    .where(isListed(listed))
    .returning({ id: patients.id })
  await tx
    .insert(queueResets)
    .values({ day: listed.today, at: now, byUserId, deletedCount: hidden.length })
  return hidden.length
}

/** Empties rooms of patients whose day is over: nobody sees them any more, so nobody could. */
export function releaseForgotten(tx: Query, listed: Listed) {
  const isForgotten = and(isNotNull(patients.windowId), not(isListed(listed) ?? sql`true`))
  return tx.update(patients).set({ windowId: null }).where(isForgotten)
}
