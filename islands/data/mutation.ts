import { computed, signal } from '@preact/signals-react'
import { DomainError } from '#domain/errors'
import { DEADLINE_HEADER } from '#domain/time'
import {
  ApiError,
  createDeadline,
  createIdempotencyKey,
  getClientErrorMessage,
  KEY_HEADER,
} from './api.ts'
import { toast, toastError } from './toasts.ts'

const UNSURE_AFTER_MS = 3_000
const RETRY_DELAY_MS = 2_000
export const TOO_LATE = 408

export type WriteHeaders = { headers: Record<string, string> }

export type Mutation<Key, Expected, T> = {
  /** Keys of the items that the write changes. A write is ignored while one of its keys is busy. */
  keys?: Iterable<Key>
  /** The expected result by key, in `pending` until the server has answered. Sets `keys`. */
  expected?: ReadonlyMap<Key, Expected>
  /** May throw a DomainError instead of sending. */
  send(headers: WriteHeaders): Promise<T>
  /** Repeats the write until its result is known. Otherwise, a lost response is a failure. */
  untilKnown?: boolean
  /** Invoked when the response is late, and whenever it is lost. Only with `untilKnown`. */
  onUnsure?(): void
  done?: [title: string, text?: string]
  /** Invoked with the response, before `expected` is withdrawn. */
  onSuccess?(response: T): void
  failed: string
  title?: string
  /** Replaces the toast after a failure. */
  onFailure?(sentence: string, isUnsure: boolean): void
  /** Replaces the toast after a failure that an invalid field caused. */
  onProblem?(problem: { field: string; sentence: string }): void
}

/**
 * Creates the writes of one screen. `mutate` never throws. It resolves to the response, or to null
 * after a failure or while a key is busy. After a success, the keys stay busy during `refetch`.
 */
export function createMutations<Key = number, Expected = undefined>(
  refetch?: () => Promise<unknown>,
) {
  const pending = signal<ReadonlyMap<Key, Expected | undefined>>(new Map())
  const unsure = signal<ReadonlySet<Key>>(new Set())
  const busy = computed<ReadonlySet<Key>>(() => new Set(pending.value.keys()))

  async function mutate<T>(mutation: Mutation<Key, Expected, T>): Promise<T | null> {
    const { expected, send, done, title = 'Error' } = mutation
    const keys = [...(expected?.keys() ?? mutation.keys ?? [])]
    if (keys.some(key => pending.value.has(key))) return null
    const entries = keys.map(key => [key, expected?.get(key)] as const)
    pending.value = new Map([...pending.value, ...entries])
    let isUnsure = false
    function onUnsure() {
      isUnsure = true
      unsure.value = new Set([...unsure.value, ...keys])
      mutation.onUnsure?.()
    }
    try {
      const response = await sendWrite(send, mutation.untilKnown ? { onUnsure } : {})
      mutation.onSuccess?.(response)
      if (done) toast(...done)
      await refetch?.().catch(() => {})
      return response
    } catch (cause) {
      const explained = cause instanceof DomainError ? cause.message : getClientErrorMessage(cause)
      const { failed, onProblem, onFailure = sentence => toastError(title, sentence) } = mutation
      const sentence = explained ?? failed
      const isExplained = cause instanceof DomainError || cause instanceof ApiError
      const field = isExplained && cause.field
      if (field && onProblem) onProblem({ field, sentence })
      else onFailure(sentence, isUnsure)
      // Not awaited, so that the user can retry at once.
      void refetch?.().catch(() => {})
      return null
    } finally {
      pending.value = new Map([...pending.value].filter(([key]) => !keys.includes(key)))
      unsure.value = new Set([...unsure.value].filter(key => !keys.includes(key)))
    }
  }

  return { pending, busy, unsure, mutate }
}

/** `forMs`: how long a lost write is repeated. */
type Sending = { key?: string; onUnsure?: () => void; forMs?: number }

/** Sends a write at most once. With `onUnsure`, repeats a lost write until its result is known. */
export async function sendWrite<T>(
  send: (headers: WriteHeaders) => Promise<T>,
  { key, onUnsure, forMs = Number.POSITIVE_INFINITY }: Sending,
): Promise<T> {
  const startedAt = performance.now()
  const timer = onUnsure && setTimeout(onUnsure, UNSURE_AFTER_MS)
  let headers = createWriteHeaders(key)
  let wasLost = false
  let wasTooLate = false
  try {
    for (;;) {
      try {
        return await send(headers)
      } catch (cause) {
        // A registration in the outbox may be sent late, but a late call would be unexpected.
        const isFresh = key !== undefined || performance.now() - startedAt < UNSURE_AFTER_MS
        if (isStatus(cause, TOO_LATE) && isFresh && !wasLost && !wasTooLate) {
          // The server's clock was set. Its response has corrected this page's clock.
          wasTooLate = true
          headers = createWriteHeaders(key)
          continue
        }
        wasLost ||= isLost(cause)
        // After a 429 the result is still unknown, because the previous attempt may have succeeded.
        const isOpen = isLost(cause) || (wasLost && isStatus(cause, 429))
        const isOver = performance.now() - startedAt + RETRY_DELAY_MS > forMs
        if (!onUnsure || !isOpen || isOver) throw cause
        onUnsure()
        await new Promise(resolve => setTimeout(resolve, RETRY_DELAY_MS))
      }
    }
  } finally {
    clearTimeout(timer)
  }
}

function createWriteHeaders(key = createIdempotencyKey()): WriteHeaders {
  return { headers: { [KEY_HEADER]: key, [DEADLINE_HEADER]: createDeadline() } }
}

/** True if no response came, a proxy received none, or the server's database did not respond. */
function isLost(cause: unknown) {
  return isStatus(cause, 0, 502, 503, 504)
}

function isStatus(cause: unknown, ...statuses: number[]) {
  return cause instanceof ApiError && statuses.includes(cause.status)
}
