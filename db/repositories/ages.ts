import { and, eq, gt } from 'drizzle-orm'
import type { Query } from '../connection/query.ts'
import { idempotencyKeys, media, mediaParts, sessions, undoableSteps } from '../schema/index.ts'

/** Sets future step times to `at`, because otherwise desks could undo the steps for too long. */
export async function countStepsFrom(tx: Query, at: string, now: string) {
  await tx.update(undoableSteps).set({ at }).where(gt(undoableSteps.at, now))
}

/** Dates rows of the future to now, so they expire. `ttl`: lifetime of a session, in ms. */
export async function countRowsFromNow(tx: Query, at: number, ttl: number) {
  const createdAt = new Date(at).toISOString()
  await tx.update(idempotencyKeys).set({ at }).where(gt(idempotencyKeys.at, at))
  await tx.update(mediaParts).set({ at }).where(gt(mediaParts.at, at))
  const isLogo = and(eq(media.isLogo, true), gt(media.createdAt, createdAt))
  await tx.update(media).set({ createdAt }).where(isLogo)
  const expiresAt = at + ttl
  await tx.update(sessions).set({ expiresAt }).where(gt(sessions.expiresAt, expiresAt))
}
