import { computed, signal } from '@preact/signals-react'
import { ApiError, createIdempotencyKey, getErrorMessage } from '../data/api.ts'

export type Registration = { name: string; isPriority: boolean; reason: string }

/** `problem` is why it was not registered yet; null while it is being sent or waits for its turn. */
export type Pending = Registration & { key: string; problem: string | null }

type Options = {
  /** Resolves when the server has registered it. A repeated key registers it once. */
  send(registration: Registration, key: string): Promise<void>
  onProblem(pending: Pending, problem: string): void
  /** Where the names survive a reload, by this browser tab only. */
  storageKey: string
}

const FAILED_MESSAGE = 'Failed to register patient. Please try again.'

/** Sends registrations in order, one at a time. A name leaves it when the server has registered it. */
export function createOutbox({ send, onProblem, storageKey }: Options) {
  const all = signal<Pending[]>([])
  let isSending = false

  function save(next: Pending[]) {
    all.value = next
    if (next.length > 0) sessionStorage.setItem(storageKey, JSON.stringify(next))
    else sessionStorage.removeItem(storageKey)
  }

  function add(registration: Registration) {
    save([...all.value, { ...registration, key: createIdempotencyKey(), problem: null }])
    void sendAll()
  }

  /** Also after a reload. The keys make sure that nobody is registered twice. */
  function retry() {
    save(all.value.map(pending => ({ ...pending, problem: null })))
    void sendAll()
  }

  async function sendAll() {
    if (isSending) return
    isSending = true
    for (let next = findNext(); next; next = findNext()) await sendOne(next)
    isSending = false
  }

  /** Nothing overtakes a name that the server may not have received. */
  function findNext() {
    const unanswered = all.value.find(({ problem }) => problem === null)
    const isStopped = all.value.some(({ problem }) => problem === UNREACHABLE)
    return isStopped ? undefined : unanswered
  }

  async function sendOne(pending: Pending) {
    try {
      await send(pending, pending.key)
      remove(pending.key)
    } catch (cause) {
      const problem = isRefused(cause) ? getErrorMessage(cause, FAILED_MESSAGE) : UNREACHABLE
      save(all.value.map(other => (other.key === pending.key ? { ...other, problem } : other)))
      onProblem(pending, isRefused(cause) ? problem : FAILED_MESSAGE)
    }
  }

  function remove(key: string) {
    save(all.value.filter(other => other.key !== key))
  }

  /** Continues with what a reload interrupted. */
  function restore() {
    const saved = sessionStorage.getItem(storageKey)
    if (saved === null) return
    // Written by `save`.
    all.value = JSON.parse(saved) as Pending[]
    retry()
  }

  return {
    all,
    isStopped: computed(() => all.value.some(({ problem }) => problem !== null)),
    isEmpty: computed(() => all.value.length === 0),
    add,
    retry,
    remove,
    restore,
  }
}

export type Outbox = ReturnType<typeof createOutbox>

export const UNREACHABLE = 'Not registered yet: the server cannot be reached.'

/** The server has decided, and would decide the same again. */
function isRefused(cause: unknown) {
  return (
    cause instanceof ApiError && cause.status >= 400 && cause.status < 500 && cause.status !== 408
  )
}
