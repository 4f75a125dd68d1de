import { and, count, gt, isNotNull, lt, or, type SQL } from 'drizzle-orm'
import type { Query } from '../../connection/query.ts'
import { patients } from '../../schema/index.ts'
import { isBefore } from './forgotten-patients.ts'
import { isOfEarlierDay } from './own-day.ts'

/** Deletes those of the days before `today`, and of the queue's own day only if it is over. */
export function deletePhonesBefore(tx: Query, today: string, isLastDayOver: boolean) {
  return deletePhones(tx, and(isBefore(today, today), isLastDayOver ? undefined : isOfEarlierDay))
}

/**
 * Deletes those of patients who were deleted before this instant, or hidden by a reset, and of those
 * whom a clock that was ahead has dated after `now`.
 */
export function deletePhonesOfDeleted(tx: Query, before: string, now: string) {
  return deletePhones(tx, or(lt(patients.deletedAt, before), gt(patients.deletedAt, now)))
}

/**
 * Returns how many patients lost their number. Without any it writes nothing, so that what was read
 * stays cached.
 */
async function deletePhones(tx: Query, condition: SQL | undefined) {
  const isMeant = and(isNotNull(patients.phone), condition)
  const [found] = await tx.select({ phones: count() }).from(patients).where(isMeant)
  const phones = found?.phones ?? 0
  if (phones > 0) await tx.update(patients).set({ phone: null }).where(isMeant)
  return phones
}
