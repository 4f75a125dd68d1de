import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ListedRange } from '#domain/time'
import type { Query } from '../connection/query.ts'
import { patients, queueResets, undoableSteps } from '../schema/index.ts'
import { getNextNumber, isListed, isRecent, longBefore } from './patients.ts'

/** Hides all listed patients and restarts the day's numbers. Returns how many were hidden. */
export async function resetQueue(tx: Query, listed: ListedRange, now: string, byUserId: number) {
  const hidden = await tx
    .update(patients)
    .set({ deletedAt: now, windowId: null })
    .where(isListed(listed))
    .returning({ id: patients.id })
  // Nobody of them may come back alone, with a number that is given again.
  await tx.delete(undoableSteps)
  await tx
    .insert(queueResets)
    .values({ day: listed.today, at: now, byUserId, deletedCount: hidden.length })
  return hidden.length
}

/**
 * Brings back the patients of the newest reset of these days, and returns their ids. Null without one, or once
 * somebody was registered since. `days` are today and the day before, which may have ended since the reset.
 */
export async function undoReset(
  tx: Query,
  days: [today: string, yesterday: string],
  now: string,
): Promise<number[] | null> {
  const resets = await tx
    .select({ id: queueResets.id, at: queueResets.at, day: queueResets.day })
    .from(queueResets)
    .where(and(inArray(queueResets.day, days), isNull(queueResets.undoneAt)))
  const reset = resets.toSorted((a, b) => a.id - b.id).at(-1)
  if (!reset) return null
  for (const day of new Set([reset.day, days[0]])) {
    if ((await getNextNumber(tx, day)) > 1) return null
  }
  await tx.update(queueResets).set({ undoneAt: now }).where(eq(queueResets.id, reset.id))
  const restored = await tx
    .update(patients)
    .set({
      deletedAt: null,
      windowId: sql`case when ${patients.status} in ('called', 'in-progress') then ${patients.lastWindowId} end`,
    })
    .where(
      and(eq(patients.deletedAt, reset.at), isRecent(patients.registeredAt, longBefore(reset.at))),
    )
    .returning({ id: patients.id })
  return restored.map(({ id }) => id)
}
