import { computed, signal } from '@preact/signals-react'
import type { OptionalField } from '#domain/patients/patient-fields'
import type { RegistrationForm } from '#domain/patients/registration'
import { GENERAL } from '#domain/queues/patient-queue'
import {
  ApiError,
  createIdempotencyKey,
  getClientErrorMessage,
  getErrorMessage,
} from '../data/api.ts'
import { sendWrite, type WriteHeaders } from '../data/mutation.ts'
import { tabStorage } from '../data/storage.ts'

/** A registration as typed, for retries. `number`: the next number at that time. */
export type Registration = Omit<RegistrationForm, OptionalField> &
  Partial<Pick<RegistrationForm, OptionalField>> & { number?: number }

/** `stopped`: the server may have it, so others wait. `refused`: the server rejected it. */
export type Pending = Registration & {
  key: string
  state: 'waiting' | 'stopped' | 'refused'
  problem: string | null
}

type Options = {
  send(registration: Registration, headers: WriteHeaders): Promise<void>
  onProblem(pending: Pending, problem: string): void
  /** Key in the tab's storage, where unsent names survive a reload. */
  storageKey: string
}

const FAILED_MESSAGE = 'Failed to register patient. Please try again.'

/** Sends registrations in order. A name leaves the outbox when the server has registered it. */
export function createOutbox({ send, onProblem, storageKey }: Options) {
  const all = signal<Pending[]>([])
  const isStopped = computed(() => all.value.some(({ state }) => state === 'stopped'))
  const hasWaiting = computed(() => all.value.some(({ state }) => state === 'waiting'))
  let isRunning = false

  function save(next: Pending[]) {
    all.value = next
    if (next.length > 0) tabStorage.setItem(storageKey, JSON.stringify(next))
    else tabStorage.removeItem(storageKey)
  }

  function add(registration: Registration) {
    save([...all.value, toWaiting(registration, createIdempotencyKey())])
    void sendAll()
  }

  /** Sends all again. The keys prevent a second registration, even after a reload. */
  function retry() {
    // A rejected registration needs a new key, because the server repeats its answer to a key.
    const again = ({ state, key, ...registration }: Pending) =>
      toWaiting(registration, state === 'refused' ? createIdempotencyKey() : key)
    save(all.value.map(again))
    void sendAll()
  }

  async function sendAll() {
    if (isRunning) return
    isRunning = true
    for (let next = findNext(); next; next = findNext()) await sendOne(next)
    isRunning = false
  }

  function findNext() {
    return isStopped.value ? undefined : all.value.find(({ state }) => state === 'waiting')
  }

  async function sendOne(pending: Pending) {
    try {
      await sendWrite(headers => send(pending, headers), { key: pending.key })
      remove(pending.key)
    } catch (cause) {
      const sentence = getErrorMessage(cause, FAILED_MESSAGE)
      const failed: Pending = isRefused(cause)
        ? { ...pending, state: 'refused', problem: sentence, ...leaveEndedQueue(cause, sentence) }
        : { ...pending, state: 'stopped', problem: `Not registered. ${sentence}` }
      save(all.value.map(other => (other.key === pending.key ? failed : other)))
      onProblem(pending, getClientErrorMessage(cause) ?? FAILED_MESSAGE)
    }
  }

  function remove(key: string) {
    save(all.value.filter(other => other.key !== key))
  }

  function restore() {
    const saved = tabStorage.getItem(storageKey)
    if (saved === null) return
    // Safe: only `save` writes this key.
    all.value = JSON.parse(saved) as Pending[]
    retry()
  }

  return {
    all,
    isStopped,
    isSending: computed(() => hasWaiting.value && !isStopped.value),
    isEmpty: computed(() => all.value.length === 0),
    add,
    retry,
    remove,
    restore,
  }
}

export type Outbox = ReturnType<typeof createOutbox>

/** Moves a registration to General if its queue has ended, like the queue's other patients. */
function leaveEndedQueue({ field }: ApiError, sentence: string) {
  if (field !== 'queueId') return {}
  return { queueId: null, problem: `${sentence}. Retry registers for ${GENERAL}.` }
}

function toWaiting(registration: Registration, key: string): Pending {
  return { ...registration, key, state: 'waiting', problem: null }
}

/** Status codes that say who may register, or when, but do not reject the name. */
const NOT_REFUSED = [401, 403, 408, 429]

function isRefused(cause: unknown): cause is ApiError {
  if (!(cause instanceof ApiError) || NOT_REFUSED.includes(cause.status)) return false
  return cause.status >= 400 && cause.status < 500
}
