import { and, inArray, isNull, lt, not, sql } from 'drizzle-orm'
import type { Query } from '../connection/query.ts'
import { journey, patients, undoableSteps } from '../schema/index.ts'
import { isOfEarlierDay } from './patients.ts'

const ROWS_AT_ONCE = 500

/** Patients of days before `day` who still have their name and reasons; 500 at most. */
export async function listRemembered(db: Query, day: string) {
  const isOld = and(isNull(patients.forgottenAt), lt(patients.day, day))
  const rows = await db
    .select({ id: patients.id })
    .from(patients)
    .where(and(isOld, isOfEarlierDay, not(isMisdated(day))))
    .limit(ROWS_AT_ONCE)
  return rows.map(({ id }) => id)
}

/**
 * The clock was behind when they were registered: those who came before and after them are not old.
 */
function isMisdated(day: string) {
  const neighbor = (side: '<' | '>') => sql`(select other.day from ${patients} other
    where other.id ${sql.raw(side)} ${patients.id} and other.day <> ${patients.day}
    order by other.id ${sql.raw(side === '<' ? 'desc' : 'asc')} limit 1)`
  return sql`coalesce(${neighbor('<')} >= ${day} and ${neighbor('>')} >= ${day}, false)`
}

export async function forgetPatients(tx: Query, ids: number[], now: string) {
  await tx
    .update(patients)
    .set({ name: null, priorityReason: null, requeueReason: null, forgottenAt: now })
    .where(inArray(patients.id, ids))
  await tx.update(journey).set({ requeueReason: null }).where(inArray(journey.patientId, ids))
  await tx.delete(undoableSteps).where(inArray(undoableSteps.patientId, ids))
}
