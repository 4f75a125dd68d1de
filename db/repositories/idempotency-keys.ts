import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { NextPatient } from '#domain/queue/next-patient'
import { DAY_MS } from '#domain/time'
import type { Query } from '../connection/query.ts'
import { idempotencyKeys } from '../schema/index.ts'

const TTL_MS = DAY_MS

/** `owner`: session, token or kiosk. `key`: route and hash, because the text may be a name. */
export type RequestKey = { owner: string; userId: number | null; key: string }
export type StoredAnswer = { bodyHash: string; status: number; answer: Answer }

/** Contains only ids of patients, not their data. The response body is built again from the id. */
export type Answer =
  /** If the answer had a token, `body` contains its hash instead. */
  | { body: unknown; hash?: string }
  | { of: 'patient' | 'program patient' | 'program number' | 'room' | 'media'; id: number }
  | { of: 'next'; next: StoredNext | null; finished: number | null }

type StoredNext = Omit<NextPatient, 'patient' | 'because'> & { id: number }

type Wanted = Pick<StoredAnswer, 'bodyHash'> & { oldKey: string }

/** Includes the user's same request from an earlier session, because its answer may be lost. */
export async function findAnswer(
  db: Query,
  { owner, userId, key, oldKey, bodyHash }: RequestKey & Wanted,
): Promise<StoredAnswer | null> {
  const isOfUser = and(
    userId === null ? sql`false` : eq(idempotencyKeys.userId, userId),
    eq(idempotencyKeys.bodyHash, bodyHash),
  )
  const isOfKey = inArray(idempotencyKeys.key, [key, oldKey])
  const isSame = and(isOfKey, or(eq(idempotencyKeys.owner, owner), isOfUser))
  const found = await db.query.idempotencyKeys.findMany({ where: isSame })
  // Safe: only saveAnswer() writes these rows.
  return ((found.find(row => row.owner === owner) ?? found[0]) as StoredAnswer | undefined) ?? null
}

export async function saveAnswer(tx: Query, id: RequestKey, stored: StoredAnswer, now: number) {
  await tx.insert(idempotencyKeys).values({ ...id, ...stored, at: now })
}

export function deleteOldAnswers(tx: Query, now: number) {
  return tx.delete(idempotencyKeys).where(lt(idempotencyKeys.at, now - TTL_MS))
}
