import { and, eq, lt } from 'drizzle-orm'
import type { Query } from '../connection/query.ts'
import { answers } from '../schema/index.ts'

const KEPT_FOR_MS = 24 * 60 * 60_000

/** What a write with this key was answered before, or null. */
export async function answerBefore(tx: Query, userId: number, key: string) {
  const [found] = await tx
    .select({ answer: answers.answer })
    .from(answers)
    .where(and(eq(answers.userId, userId), eq(answers.key, key)))
  return found ?? null
}

export function forgetOldAnswers(tx: Query, now: number) {
  return tx.delete(answers).where(lt(answers.at, now - KEPT_FOR_MS))
}

export async function keepAnswer(
  tx: Query,
  userId: number,
  key: string,
  answer: unknown,
  at: number,
) {
  await tx.insert(answers).values({ userId, key, answer, at })
}
