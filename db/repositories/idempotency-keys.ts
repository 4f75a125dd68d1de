import { and, eq, lt } from 'drizzle-orm'
import type { Query } from '../connection/query.ts'
import { answers } from '../schema/index.ts'

const TTL_MS = 24 * 60 * 60_000

export async function findStoredResponse(tx: Query, userId: number, key: string) {
  const [row] = await tx
    .select({ answer: answers.answer })
    .from(answers)
    .where(and(eq(answers.userId, userId), eq(answers.key, key)))
  return row ?? null
}

export function deleteOldResponses(tx: Query, now: number) {
  return tx.delete(answers).where(lt(answers.at, now - TTL_MS))
}

export async function saveResponse(
  tx: Query,
  userId: number,
  key: string,
  response: unknown,
  at: number,
) {
  await tx.insert(answers).values({ userId, key, answer: response, at })
}
