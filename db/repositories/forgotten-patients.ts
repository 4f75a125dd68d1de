import { and, inArray, isNull, lt } from 'drizzle-orm'
import type { Query } from '../connection/query.ts'
import { journey, patients, undoableSteps } from '../schema/index.ts'

const ROWS_AT_ONCE = 500

/** Patients of days before `day` who still have their name and reasons; 500 at most. */
export async function listRemembered(db: Query, day: string) {
  const rows = await db
    .select({ id: patients.id })
    .from(patients)
    .where(and(isNull(patients.forgottenAt), lt(patients.day, day)))
    .limit(ROWS_AT_ONCE)
  return rows.map(({ id }) => id)
}

export async function forgetPatients(tx: Query, ids: number[], now: string) {
  await tx
    .update(patients)
    .set({ name: null, priorityReason: null, requeueReason: null, forgottenAt: now })
    .where(inArray(patients.id, ids))
  await tx.update(journey).set({ requeueReason: null }).where(inArray(journey.patientId, ids))
  await tx.delete(undoableSteps).where(inArray(undoableSteps.patientId, ids))
}
