import { answerBefore, keepAnswer } from '#db/repositories/idempotency-keys'
import { Refusal } from '#domain/errors'
import type { Clinic } from '../context.ts'

type No = Pick<Refusal, 'message' | 'status' | 'field'>
type Kept = { result: unknown } | { refusal: No }

/**
 * The same clinic, but a write with this key happens once: a repeated key is answered as the first time,
 * a refusal too. The answer is kept in the very transaction that it tells about.
 */
export function once(clinic: Clinic, userId: number, key: string): Clinic {
  const at = () => Date.parse(clinic.now())

  async function write<T>(work: Parameters<typeof clinic.write<T>>[0]): Promise<T> {
    try {
      return await clinic.write(async tx => {
        const before = await answerBefore(tx, userId, key)
        // What was kept under this key is what this same write resulted in.
        if (before) return told(before.answer as Kept) as T
        const result = await work(tx)
        await keepAnswer(tx, userId, key, { result } satisfies Kept, at())
        return result
      })
    } catch (cause) {
      if (cause instanceof Refusal) await keepRefusal(cause)
      throw cause
    }
  }

  function keepRefusal({ message, status, field }: Refusal) {
    return clinic.write(async tx => {
      if (await answerBefore(tx, userId, key)) return
      await keepAnswer(
        tx,
        userId,
        key,
        { refusal: { message, status, field } } satisfies Kept,
        at(),
      )
    })
  }

  async function isRepeated() {
    const before = await clinic.read(db => answerBefore(db, userId, key))
    if (before) told(before.answer as Kept)
    return before !== null
  }

  return { ...clinic, write, isRepeated }
}

function told(kept: Kept) {
  if ('refusal' in kept) throw refusalOf(kept.refusal)
  return kept.result
}

function refusalOf({ message, status, field }: No) {
  return new Refusal(message, field === undefined ? { status } : { status, field })
}
