import { and, eq, lt } from 'drizzle-orm'
import { DAY_MS } from '#domain/time'
import type { Query } from '../connection/query.ts'
import { idempotencyKeys } from '../schema/index.ts'

const TTL_MS = DAY_MS

export type KeyOfUser = { userId: number; key: string }
export type StoredResponse = { status: number; body: unknown }

export async function findResponse(
  db: Query,
  { userId, key }: KeyOfUser,
): Promise<StoredResponse | null> {
  const isKey = and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key))
  const found = await db.query.idempotencyKeys.findFirst({ where: isKey })
  // Only saveResponse() writes these rows.
  return found ? (found.response as StoredResponse) : null
}

export async function saveResponse(
  tx: Query,
  at: KeyOfUser,
  response: StoredResponse,
  now: number,
) {
  await tx.insert(idempotencyKeys).values({ ...at, response, at: now })
}

export function deleteOldResponses(tx: Query, now: number) {
  return tx.delete(idempotencyKeys).where(lt(idempotencyKeys.at, now - TTL_MS))
}
