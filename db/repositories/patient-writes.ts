import { and, eq, isNotNull, not, sql } from 'drizzle-orm'
import type { JourneyEntry } from '#domain/patients/patient'
import type { Registration } from '#domain/patients/registration'
import type { Transition } from '#domain/queue/transitions'
import type { ListedRange } from '#domain/time'
import type { Query } from '../connection/query.ts'
import { calls, journey, patients, queueResets } from '../schema/index.ts'
import { countResets, isListed, nextNumberSql } from './patients.ts'

/** Keeps a new patient; the number is taken inside the INSERT itself. Returns the id. */
export async function createPatient(
  tx: Query,
  wish: Registration,
  { day, now, byUserId }: { day: string; now: string; byUserId: number },
) {
  const [made] = await tx
    .insert(patients)
    .values({
      ...wish,
      day,
      series: countResets(day),
      number: nextNumberSql(day),
      status: 'waiting',
      registeredAt: now,
      readyForDispensary: false,
    })
    .returning({ id: patients.id })
  if (!made) throw new Error('the database kept a patient and told no id')
  await addJourneyEntry(tx, made.id, byUserId, {
    ...NO_DETAILS,
    action: 'registered',
    timestamp: now,
  })
  return made.id
}

const NO_DETAILS = { roomName: null, requeueReason: null, fromRoom: null }

function addJourneyEntry(tx: Query, patientId: number, byUserId: number, entry: JourneyEntry) {
  return tx.insert(journey).values({ ...entry, patientId, byUserId })
}

/** Keeps a patient's step: the patient, the journey's new line, and the call if it is one. */
export async function saveTransition(tx: Query, { patient, isCall }: Transition, byUserId: number) {
  const { id, status, calledAt, windowId, lastWindowId, requeueReason, readyForDispensary } =
    patient
  await tx
    .update(patients)
    .set({ status, calledAt, windowId, lastWindowId, requeueReason, readyForDispensary })
    .where(eq(patients.id, id))
  const entry = patient.trackingHistory.at(-1)
  if (entry) await addJourneyEntry(tx, id, byUserId, entry)
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
export async function resetQueue(tx: Query, listed: ListedRange, now: string, byUserId: number) {
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
export function releaseStaleRooms(tx: Query, listed: ListedRange) {
  const isForgotten = and(isNotNull(patients.windowId), not(isListed(listed) ?? sql`true`))
  return tx.update(patients).set({ windowId: null }).where(isForgotten)
}
