import { and, count, gt, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { NO_TEXTS, PATIENT_FIELD_NAMES } from '#domain/patients/patient-fields'
import type { Query } from '../../connection/query.ts'
import { journey, patients, undoableSteps } from '../../schema/index.ts'
import { isRemembered } from '../../schema/queue.ts'
import { isOfEarlierDay } from './own-day.ts'

const ROWS_AT_ONCE = 500

/** Matches days before `day`. Id order corrects days dated by a clock that was ahead or behind. */
export function isBefore(day: string, today: string) {
  const firstKeptDay = sql`(select min(kept.day) from ${patients} kept
    where kept.day between ${day} and ${today})`
  const firstKept = sql`(select min(first.id) from ${patients} first where first.day = ${firstKeptDay})`
  const lastOldDay = sql`(select max(old.day) from ${patients} old where old.day < ${day})`
  const lastOld = sql`(select max(last.id) from ${patients} last where last.day = ${lastOldDay})`
  return and(
    // The plus keeps SQLite to the indices of patients with a name or a phone number.
    sql`(+${patients.day} < ${day} or ${patients.id} < ${lastOld})`,
    sql`${patients.id} < coalesce(${firstKept}, ${patients.id} + 1)`,
  )
}

/** Lists at most 500 patients with personal texts, including texts typed after **Forget**. */
export async function listRemembered(db: Query, day: string, today: string) {
  // If the clock was ahead, the patient's day stays later than the day of Forget.
  const hasText = PATIENT_FIELD_NAMES.map(field => isNotNull(patients[field]))
  const mayHaveText = or(lt(patients.day, day), isNull(patients.forgottenAt), ...hasText)
  const rows = await db
    .select({ id: patients.id })
    .from(patients)
    .where(and(isRemembered(patients), mayHaveText, isBefore(day, today), isOfEarlierDay))
    .limit(ROWS_AT_ONCE)
  return rows.map(({ id }) => id)
}

export async function forgetPatients(tx: Query, ids: number[], now: string) {
  await tx
    .update(patients)
    .set({ ...NO_TEXTS, requeueReason: null, forgottenAt: now })
    .where(inArray(patients.id, ids))
  await tx.update(journey).set({ requeueReason: null }).where(inArray(journey.patientId, ids))
  await tx.delete(undoableSteps).where(inArray(undoableSteps.patientId, ids))
}

/** Deletes phone numbers of days before `today`. Keeps the queue's own day unless it is over. */
export function deletePhonesBefore(tx: Query, today: string, isLastDayOver: boolean) {
  return deletePhones(tx, and(isBefore(today, today), isLastDayOver ? undefined : isOfEarlierDay))
}

/** Deletes phone numbers of patients deleted or reset before this time, or dated after `now`. */
export function deletePhonesOfDeleted(tx: Query, before: string, now: string) {
  return deletePhones(tx, or(lt(patients.deletedAt, before), gt(patients.deletedAt, now)))
}

/** Returns the number of deleted phones. Writes nothing if it is 0, so cached reads stay valid. */
async function deletePhones(tx: Query, condition: SQL | undefined) {
  const isMeant = and(isNotNull(patients.phone), condition)
  const [found] = await tx.select({ phones: count() }).from(patients).where(isMeant)
  const phones = found?.phones ?? 0
  if (phones > 0) await tx.update(patients).set({ phone: null }).where(isMeant)
  return phones
}
