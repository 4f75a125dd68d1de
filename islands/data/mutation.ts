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
  /** What the write changes. While one of these is busy, further writes to it are ignored. */
  keys?: Iterable<Key>
  /** The expected result by key, in `pending` until the server has answered; sets `keys`. */
  expected?: ReadonlyMap<Key, Expected>
  /** May throw a DomainError instead of sending. */
  send(headers: WriteHeaders): Promise<T>
  /** Repeats a write until the server reports the result; else a lost response is a failure. */
  untilKnown?: boolean
  /** Invoked when the response is late, and whenever it is lost. Only with `untilKnown`. */
  onUnsure?(): void
  /** The toast after success. */
  done?: [title: string, text?: string]
  /** Invoked with the response, before `expected` is withdrawn. */
  onSuccess?(response: T): void
  failed: string | ((cause: unknown) => string)
  /** The title of the toast after a failure. */
  title?: string
  /** Replaces the toast after a failure. */
  onFailure?(sentence: string, isUnsure: boolean): void
  /** Replaces the toast after a failure that an invalid field caused. */
  onProblem?(problem: { field: string; sentence: string }): void
}

/**
 * The writes of one screen. `mutate` resolves to the response, or to null after a failure and while
 * one of its keys is busy; it never throws. `refetch` follows each write: its keys stay busy until
 * a successful one is shown. Screens lay `pending` over their data, so nothing is rolled back.
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
      const sentence = explained ?? (typeof failed === 'string' ? failed : failed(cause))
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

/** `forMs`: for how long it is repeated. */
type Sending = { key?: string; onUnsure?: () => void; forMs?: number }

/**
 * Sends a write that happens once, and not after this page has given up. With `onUnsure`, it is
 * repeated with the same key and deadline after a lost response, until the result is known.
 */
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
        // A name in the outbox is expected however late; a call is not.
        const isFresh = key !== undefined || performance.now() - startedAt < UNSURE_AFTER_MS
        if (isStatus(cause, TOO_LATE) && isFresh && !wasLost && !wasTooLate) {
          // The server's clock was set: its refusal has corrected this page's clock.
          wasTooLate = true
          headers = createWriteHeaders(key)
          continue
        }
        wasLost ||= isLost(cause)
        // A limit says nothing about the attempt before, which may have been carried out.
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

/** No response, one of a proxy that got none, or a server whose database did not answer. */
function isLost(cause: unknown) {
  return isStatus(cause, 0, 502, 503, 504)
}

function isStatus(cause: unknown, ...statuses: number[]) {
  return cause instanceof ApiError && statuses.includes(cause.status)
}
