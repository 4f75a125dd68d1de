import { and, count, gt, isNotNull, lt, or, type SQL } from 'drizzle-orm'
import type { Query } from '../../connection/query.ts'
import { patients } from '../../schema/index.ts'
import { isBefore } from './forgotten-patients.ts'
import { isOfEarlierDay } from './own-day.ts'

/** Deletes phone numbers of days before `today`. Keeps the queue's own day unless it is over. */
export function deletePhonesBefore(tx: Query, today: string, isLastDayOver: boolean) {
  return deletePhones(tx, and(isBefore(today, today), isLastDayOver ? undefined : isOfEarlierDay))
}

/**
 * Deletes phone numbers of patients who were deleted, or hidden by a reset, before this instant.
 * Includes deletions dated after `now`, because the clock was ahead.
 */
export function deletePhonesOfDeleted(tx: Query, before: string, now: string) {
  return deletePhones(tx, or(lt(patients.deletedAt, before), gt(patients.deletedAt, now)))
}

/**
 * Returns how many numbers were deleted. If there are none it writes nothing, so cached reads stay
 * valid.
 */
async function deletePhones(tx: Query, condition: SQL | undefined) {
  const isMeant = and(isNotNull(patients.phone), condition)
  const [found] = await tx.select({ phones: count() }).from(patients).where(isMeant)
  const phones = found?.phones ?? 0
  if (phones > 0) await tx.update(patients).set({ phone: null }).where(isMeant)
  return phones
}
