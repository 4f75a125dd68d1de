import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { DAY_MS } from '#domain/time'
import type { Query } from '../connection/query.ts'
import { idempotencyKeys, journey, patients, undoableSteps } from '../schema/index.ts'

const ROWS_AT_ONCE = 500
/** Longer than responses are kept, also after a change of the clock. */
const RESPONSES_MAX_AGE_MS = 7 * DAY_MS

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

/** Stored responses are kept for a day, so that a repeated request is still recognised. */
export async function forgetInResponses(tx: Query, patientId: number, now: string) {
  const { response, at } = idempotencyKeys
  const isKept = gt(at, Date.parse(now) - RESPONSES_MAX_AGE_MS)
  for (const path of ['$.body', '$.body.patient']) {
    const field = (name: string) => sql`${`${path}.${name}`}`
    await tx
      .update(idempotencyKeys)
      .set({
        response: sql`json_set(${response}, ${field('name')}, null, ${field('priorityReason')}, null,
          ${field('requeueReason')}, null, ${field('trackingHistory')}, json('[]'))`,
      })
      .where(and(isKept, eq(sql`json_extract(${response}, ${field('id')})`, patientId)))
  }
}
