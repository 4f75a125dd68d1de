import { findStoredResponse, saveResponse } from '#db/repositories/idempotency-keys'
import { DomainError } from '#domain/errors'
import type { App } from '../context.ts'

type StoredError = Pick<DomainError, 'message' | 'status' | 'field'>
type StoredResult = { result: unknown } | { refusal: StoredError }

/**
 * The same clinic, but a write with this key happens once: a repeated key is answered as the first time,
 * a refusal too. The answer is kept in the very transaction that it tells about.
 */
export function withIdempotency(app: App, userId: number, key: string): App {
  const at = () => Date.parse(app.now())

  async function write<T>(work: Parameters<typeof app.write<T>>[0]): Promise<T> {
    try {
      return await app.write(async tx => {
        const before = await findStoredResponse(tx, userId, key)
        // What was kept under this key is what this same write resulted in.
        if (before) return replay(before.answer as StoredResult) as T
        const result = await work(tx)
        await saveResponse(tx, userId, key, { result } satisfies StoredResult, at())
        return result
      })
    } catch (cause) {
      if (cause instanceof DomainError) await keepRefusal(cause)
      throw cause
    }
  }

  function keepRefusal({ message, status, field }: DomainError) {
    return app.write(async tx => {
      if (await findStoredResponse(tx, userId, key)) return
      await saveResponse(
        tx,
        userId,
        key,
        { refusal: { message, status, field } } satisfies StoredResult,
        at(),
      )
    })
  }

  async function isRepeated() {
    const before = await app.read(db => findStoredResponse(db, userId, key))
    if (before) replay(before.answer as StoredResult)
    return before !== null
  }

  return { ...app, write, isRepeated }
}

function replay(kept: StoredResult) {
  if ('refusal' in kept) throw toError(kept.refusal)
  return kept.result
}

function toError({ message, status, field }: StoredError) {
  return new DomainError(message, field === undefined ? { status } : { status, field })
}
