import { and, eq, lt } from 'drizzle-orm'
import type { NextPatient } from '#domain/queue/next-patient'
import { DAY_MS } from '#domain/time'
import type { Query } from '../connection/query.ts'
import { idempotencyKeys } from '../schema/index.ts'

const TTL_MS = DAY_MS

/** `owner` is a session, or a program's token; `key` names the route, too. */
export type RequestKey = { owner: string; key: string }
export type StoredAnswer = { bodyHash: string; status: number; answer: Answer }

/** It holds no person: a patient is only named by the id, and the body is built again. */
export type Answer =
  | { body: unknown }
  | { of: 'patient' | 'program patient' | 'room'; id: number }
  | { of: 'next'; next: StoredNext | null; finished: number | null }

type StoredNext = Omit<NextPatient, 'patient'> & { id: number }

export async function findAnswer(
  db: Query,
  { owner, key }: RequestKey,
): Promise<StoredAnswer | null> {
  const isKey = and(eq(idempotencyKeys.owner, owner), eq(idempotencyKeys.key, key))
  const found = await db.query.idempotencyKeys.findFirst({ where: isKey })
  // Only saveAnswer() writes these rows.
  return (found as StoredAnswer | undefined) ?? null
}

export async function saveAnswer(tx: Query, id: RequestKey, stored: StoredAnswer, now: number) {
  await tx.insert(idempotencyKeys).values({ ...id, ...stored, at: now })
}

export function deleteOldAnswers(tx: Query, now: number) {
  return tx.delete(idempotencyKeys).where(lt(idempotencyKeys.at, now - TTL_MS))
}
