import { and, count, isNotNull, lt, type SQL } from 'drizzle-orm'
import type { Query } from '../../connection/query.ts'
import { patients } from '../../schema/index.ts'
import { isBefore } from './forgotten-patients.ts'
import { isOfEarlierDay } from './own-day.ts'

/** Deletes those of the days before `today`, and of the queue's own day only if it is over. */
export function deletePhonesBefore(tx: Query, today: string, isLastDayOver: boolean) {
  return deletePhones(tx, and(isBefore(today, today), isLastDayOver ? undefined : isOfEarlierDay))
}

/** Deletes those of patients who were deleted before this instant, or hidden by a reset. */
export function deletePhonesOfDeleted(tx: Query, before: string) {
  return deletePhones(tx, lt(patients.deletedAt, before))
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
