import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { CurrentDays } from '#domain/time'
import type { Query } from '../../connection/query.ts'
import { patients, queueResets, queues, undoableSteps } from '../../schema/index.ts'
import { isCurrent, isRecent, twoDaysBefore } from '../patients.ts'
import { hasRegistrations } from './numbers.ts'

export async function resetQueue(tx: Query, listed: CurrentDays, now: string, byUserId: number) {
  const row = { day: listed.today, at: now, byUserId, deletedCount: 0 }
  const reset = await tx.insert(queueResets).values(row).returning().get()
  const hidden = await tx
    .update(patients)
    .set({ deletedAt: now, windowId: null, resetId: reset.id })
    .where(isCurrent(listed))
    .returning({ id: patients.id })
  // Undo must not restore single patients, because their numbers are reused.
  await tx.delete(undoableSteps)
  await tx
    .update(queueResets)
    .set({ deletedCount: hidden.length })
    .where(eq(queueResets.id, reset.id))
  return hidden.length
}

/** Returns null if a patient was registered since. The reset may have happened the day before. */
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
    if (await hasRegistrations(tx, day)) return null
  }
  await tx.update(queueResets).set({ undoneAt: now }).where(eq(queueResets.id, reset.id))
  const isInRoom = sql`${patients.status} in ('called', 'in-progress')`
  const restored = await tx
    .update(patients)
    .set({
      deletedAt: null,
      resetId: null,
      // The queue may have been deactivated since.
      queueId: sql`(select ${queues.id} from ${queues}
        where ${queues.id} = ${patients.queueId} and ${queues.isActive})`,
      windowId: sql`case when ${isInRoom} then ${patients.lastWindowId} end`,
      status: sql`case when ${isInRoom} and ${patients.lastWindowId} is null
        then 'waiting' else ${patients.status} end`,
    })
    .where(
      and(eq(patients.resetId, reset.id), isRecent(patients.registeredAt, twoDaysBefore(reset.at))),
    )
    .returning({ id: patients.id })
  return restored.map(({ id }) => id)
}
