import { and, eq, not, sql } from 'drizzle-orm'
import type { Call } from '#domain/events'
import type { JourneyEntry, Patient, PatientState } from '#domain/patients/patient'
import type { PatientDetails, Registration } from '#domain/patients/registration'
import type { Transition } from '#domain/queue/transitions'
import type { PatientQueue } from '#domain/queues/patient-queue'
import type { CurrentDays } from '#domain/time'
import type { Query } from '../../connection/query.ts'
import { patients } from '../../schema/index.ts'
import { createCall } from '../calls.ts'
import { isCurrent } from '../patients.ts'
import { addJourneyEntry } from './journey.ts'
import { countResets, nextNumberSql } from './numbers.ts'

type NewPatient = {
  appointmentAt?: string | null
  queue?: PatientQueue | null
  day: string
  now: string
  byUserId: number | null
}

/** Returns the id. The INSERT computes the number, so that two desks never get the same one. */
export async function createPatient(
  tx: Query,
  registration: Registration,
  { queue = null, appointmentAt = null, day, now, byUserId }: NewPatient,
) {
  const prefix = queue?.prefix ?? ''
  const { id } = await tx
    .insert(patients)
    .values({
      ...registration,
      day,
      series: countResets(day),
      prefix,
      number: nextNumberSql(day, prefix),
      queueId: queue?.id ?? null,
      status: 'waiting',
      registeredAt: now,
      appointmentAt,
      readyForDispensary: false,
    })
    .returning({ id: patients.id })
    .get()
  await addJourneyEntry(tx, id, byUserId, {
    action: 'registered',
    timestamp: now,
    roomName: null,
    requeueReason: null,
    fromRoom: null,
    ...(queue ? { queueName: queue.name } : {}),
  })
  return id
}

export async function saveTransition(
  tx: Query,
  step: Transition,
  byUserId: number,
): Promise<{ patient: Patient; call: Call | null }> {
  const { patient, isCall } = step
  await saveState(tx, step, byUserId)
  if (!isCall) return { patient, call: null }
  const call = await createCall(tx, patient)
  return { patient: { ...patient, callSequence: call.sequence }, call }
}

export async function saveState(
  tx: Query,
  { patient, state, entry }: Pick<Transition, 'patient' | 'state'> & { entry: JourneyEntry | null },
  byUserId: number | null,
) {
  await tx.update(patients).set(toColumns(state)).where(eq(patients.id, patient.id))
  if (entry) await addJourneyEntry(tx, patient.id, byUserId, entry)
}

function toColumns({ room, lastRoom, hold, queue, ...columns }: PatientState) {
  return {
    ...columns,
    queueId: queue?.id ?? null,
    windowId: room?.id ?? null,
    lastWindowId: lastRoom?.id ?? null,
    holdKind: hold?.kind ?? null,
    holdUntil: hold?.kind === 'timed' ? hold.until : null,
    holdCallsLeft: hold === null || hold.kind === 'timed' ? null : (hold.callsLeft ?? null),
  }
}

export function hidePatient(tx: Query, id: number, now: string) {
  return tx.update(patients).set({ deletedAt: now, windowId: null }).where(eq(patients.id, id))
}

export function updateDetails(tx: Query, id: number, details: PatientDetails) {
  return tx.update(patients).set(details).where(eq(patients.id, id))
}

/** Reverts `hidePatient` but does not restore the room. */
export function showPatient(tx: Query, id: number) {
  return tx.update(patients).set({ deletedAt: null }).where(eq(patients.id, id))
}

/** Frees the room if its patient is no longer listed, because no desk can see that patient. */
export function releaseStaleRoom(tx: Query, listed: CurrentDays, roomId: number) {
  const isStale = and(eq(patients.windowId, roomId), not(isCurrent(listed) ?? sql`true`))
  return tx.update(patients).set({ windowId: null }).where(isStale)
}
