import { and, inArray, lt, sql } from 'drizzle-orm'
import type { Query } from '../../connection/query.ts'
import { journey, patients, undoableSteps } from '../../schema/index.ts'
import { isRemembered } from '../../schema/queue.ts'
import { isOfEarlierDay } from './own-day.ts'

const ROWS_AT_ONCE = 500

/**
 * Patients of days before `day`. Who came after a patient of a later day, up to `today`, was dated
 * by a clock that was behind, and is not old.
 */
export function isBefore(day: string, today: string) {
  const firstKeptDay = sql`(select min(kept.day) from ${patients} kept
    where kept.day between ${day} and ${today})`
  const firstKept = sql`(select min(first.id) from ${patients} first where first.day = ${firstKeptDay})`
  return and(
    lt(patients.day, day),
    sql`${patients.id} < coalesce(${firstKept}, ${patients.id} + 1)`,
  )
}

/** Who still has a name and reasons, or may have got others after **Forget**; 500 at most. */
export async function listRemembered(db: Query, day: string, today: string) {
  const rows = await db
    .select({ id: patients.id })
    .from(patients)
    .where(and(isRemembered(patients), isBefore(day, today), isOfEarlierDay))
    .limit(ROWS_AT_ONCE)
  return rows.map(({ id }) => id)
}

export async function forgetPatients(tx: Query, ids: number[], now: string) {
  await tx
    .update(patients)
    .set({ name: null, phone: null, priorityReason: null, requeueReason: null, forgottenAt: now })
    .where(inArray(patients.id, ids))
  await tx.update(journey).set({ requeueReason: null }).where(inArray(journey.patientId, ids))
  await tx.delete(undoableSteps).where(inArray(undoableSteps.patientId, ids))
}
