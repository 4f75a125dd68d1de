import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Served } from '#domain/queues/patient-queue'
import type { Query } from '../../connection/query.ts'
import { calls, patients, undoableSteps } from '../../schema/index.ts'

export type UndoableStep = typeof undoableSteps.$inferSelect

export async function saveUndoableStep(tx: Query, step: UndoableStep) {
  const { patientId: _, ...changed } = step
  await tx
    .insert(undoableSteps)
    .values(step)
    .onConflictDoUpdate({ target: undoableSteps.patientId, set: changed })
}

export function findUndoableStep(db: Query, patientId: number) {
  return db.query.undoableSteps.findFirst({ where: eq(undoableSteps.patientId, patientId) })
}

export function listUndoableGroup(db: Query, groupId: string) {
  return db.select().from(undoableSteps).where(eq(undoableSteps.groupId, groupId))
}

export function forgetUndoableStep(tx: Query, patientId: number) {
  return tx.delete(undoableSteps).where(eq(undoableSteps.patientId, patientId))
}

export function forgetOldUndoableSteps(tx: Query, before: string) {
  return tx.delete(undoableSteps).where(lt(undoableSteps.at, before))
}

/** Withdraws a call and its countdown of holds, except for patients who were called since. */
export async function withdrawCall(tx: Query, sequence: number, countedDown: number[]) {
  await tx.update(calls).set({ isWithdrawn: true }).where(eq(calls.sequence, sequence))
  const wasNotCalledSince = sql`not exists (select 1 from ${calls} later
    where later.patient_id = ${patients.id} and later.sequence > ${sequence}
    and not later.is_withdrawn)`
  const isOnHold = and(inArray(patients.id, countedDown), isNotNull(patients.holdCallsLeft))
  await tx
    .update(patients)
    .set({ holdCallsLeft: sql`${patients.holdCallsLeft} + 1` })
    .where(and(isOnHold, wasNotCalledSince))
}

/** Brings patients on hold one call nearer after a first call in `of`. Returns their ids. */
export async function countDownHolds(tx: Query, of: Served | 'dispensary') {
  const isDispensary = of === 'dispensary'
  const ids = isDispensary ? [] : [...of]
  const isOfQueue = or(
    inArray(
      patients.queueId,
      ids.filter(id => id !== null),
    ),
    ids.includes(null) ? isNull(patients.queueId) : undefined,
  )
  const rows = await tx
    .update(patients)
    .set({ holdCallsLeft: sql`${patients.holdCallsLeft} - 1` })
    .where(
      and(
        isNotNull(patients.holdKind),
        sql`${patients.holdCallsLeft} > 0`,
        eq(patients.readyForDispensary, isDispensary),
        isDispensary ? undefined : isOfQueue,
        isNull(patients.deletedAt),
      ),
    )
    .returning({ id: patients.id })
  return rows.map(({ id }) => id)
}
