import { computed, signal } from '@preact/signals-react'
import { DomainError } from '#domain/errors'
import type { Patient } from '#domain/patients/patient'
import { type StatusChange, transition } from '#domain/queue/transitions'
import { DISPENSARY, type Room, withCurrentPatients } from '#domain/rooms/room'
import { api, getClientErrorMessage, unwrap, withIdempotencyKey } from '../data/api.ts'
import { POLL_WITHOUT_LIVE_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { createTicker, serverNow } from '../data/server-clock.ts'
import { shareUnchangedItems } from '../data/structural-sharing.ts'
import { toast, toastError } from '../data/toasts.ts'

export type InitialData = { patients: Patient[]; rooms: Room[]; now: string; timeZone: string }

/** What a screen says when something fails without the server having said why; null says nothing. */
type Messages = { statusFailed: string | null; deleteFailed: string }

const TIMER_TICK_MS = 5_000
const DELETED = 'gone'

/** The patients as this desk sees them: the server's list, and over it what was just pressed here. */
export function createPatientListModel(first: InitialData, words: Messages) {
  const patients = query('patients', () => unwrap(api.patients.$get()), first.patients, {
    every: POLL_WITHOUT_LIVE_MS.patients,
    onlyWithoutLive: true,
    merge: shareUnchangedItems,
  })
  const rooms = query('windows', () => unwrap(api.windows.$get()), first.rooms, {
    every: POLL_WITHOUT_LIVE_MS.windows,
    onlyWithoutLive: true,
  })

  /** Steps that are under way, by patient: how he looks if the server agrees. */
  const guesses = signal<ReadonlyMap<number, Patient | typeof DELETED>>(new Map())

  const shown = computed(() =>
    patients.data.value.flatMap(patient => {
      const guess = guesses.value.get(patient.id) ?? patient
      return guess === DELETED ? [] : [guess]
    }),
  )
  const shownRooms = computed(() => withCurrentPatients(rooms.data.value, shown.value))

  /** Shows the step at once, asks for it, and calls `done` when it is kept. */
  async function take(patient: Patient, change: StatusChange, done: () => void) {
    const room = shownRooms.value.find(({ id }) => id === change.windowId) ?? null
    const guess = tryOptimistic(() => transition(patient, change, room, serverNow()).patient)
    if (!guess) return
    await underWay(patient.id, guess, words.statusFailed, async () => {
      const param = { id: String(patient.id) }
      const json = { ...change, seenSteps: patient.trackingHistory.length }
      const saved = await unwrap(
        api.patients[':id'].status.$patch({ param, json }, withIdempotencyKey()),
      )
      patients.set(all => all.map(one => (one.id === saved.id ? saved : one)))
      done()
    })
  }

  async function remove(patient: Patient) {
    await underWay(patient.id, DELETED, words.deleteFailed, async () => {
      const param = { id: String(patient.id) }
      const query = { seenSteps: String(patient.trackingHistory.length) }
      await unwrap(api.patients[':id'].$delete({ param, query }, withIdempotencyKey()))
      patients.set(all => all.filter(one => one.id !== patient.id))
      toast('Patient has been deleted')
    })
  }

  /** Shows a guess until the server has answered; a refused one falls back to what was there before. */
  async function underWay(
    id: number,
    guess: Patient | typeof DELETED,
    failed: string | null,
    send: () => Promise<void>,
  ) {
    // A double click finds the first one still under way.
    if (guesses.value.has(id)) return
    guesses.value = new Map(guesses.value).set(id, guess)
    try {
      await send()
    } catch (cause) {
      const sentence = getClientErrorMessage(cause) ?? failed
      if (sentence) toastError(sentence)
    } finally {
      const rest = new Map(guesses.value)
      rest.delete(id)
      guesses.value = rest
      void lookAgain()
    }
  }

  /** Resolves true when what is shown is the server's newest. */
  function lookAgain() {
    return Promise.all([patients.refetch(), rooms.refetch()]).then(
      () => true,
      () => false,
    )
  }

  return {
    patients,
    rooms,
    clock: createTicker(first.now, TIMER_TICK_MS),
    shown,
    shownRooms,
    dispensary: computed(() => shownRooms.value.find(({ name }) => name === DISPENSARY) ?? null),
    busyIds: computed(() => new Set(guesses.value.keys())),
    take,
    remove: (patient: Patient) => void remove(patient),
    lookAgain,
    async refresh() {
      if (await lookAgain()) toast('Refreshed')
      else toastError('Error', 'Failed to refresh data')
    },
  }
}

/** The rule's guess, or null after saying why not: then nothing is sent. */
function tryOptimistic(guess: () => Patient) {
  try {
    return guess()
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause
    toastError(cause.message)
    return null
  }
}
