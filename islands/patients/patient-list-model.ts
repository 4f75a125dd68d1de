import { computed, signal } from '@preact/signals-react'
import { Refusal } from '#domain/errors'
import type { Patient } from '#domain/patients/patient'
import { move, type StatusChange } from '#domain/queue/transitions'
import { DISPENSARY, type Room, withOccupants } from '#domain/rooms/room'
import { answer, api, refusalIn, writeOnce } from '../data/api.ts'
import { WITHOUT_LIVE } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { serverNow, ticking } from '../data/server-clock.ts'
import { keepUnchanged } from '../data/structural-sharing.ts'
import { alarm, toast } from '../data/toasts.ts'

export type FirstData = { patients: Patient[]; rooms: Room[]; now: string; timeZone: string }

/** What a screen says when something fails without the server having said why; null says nothing. */
type Words = { statusFailed: string | null; deleteFailed: string }

const TIMERS_TICK_EVERY_MS = 5_000
const GONE = 'gone'

/** The patients as this desk sees them: the server's list, and over it what was just pressed here. */
export function openPatientBoard(first: FirstData, words: Words) {
  const patients = query('patients', () => answer(api.patients.$get()), first.patients, {
    every: WITHOUT_LIVE.patients,
    onlyWithoutLive: true,
    merge: keepUnchanged,
  })
  const rooms = query('windows', () => answer(api.windows.$get()), first.rooms, {
    every: WITHOUT_LIVE.windows,
    onlyWithoutLive: true,
  })

  /** Steps that are under way, by patient: how he looks if the server agrees. */
  const guesses = signal<ReadonlyMap<number, Patient | typeof GONE>>(new Map())

  const shown = computed(() =>
    patients.data.value.flatMap(patient => {
      const guess = guesses.value.get(patient.id) ?? patient
      return guess === GONE ? [] : [guess]
    }),
  )
  const shownRooms = computed(() => withOccupants(rooms.data.value, shown.value))

  /** Shows the step at once, asks for it, and calls `done` when it is kept. */
  async function take(patient: Patient, change: StatusChange, done: () => void) {
    const room = shownRooms.value.find(({ id }) => id === change.windowId) ?? null
    const guess = guessOrRefuse(() => move(patient, change, room, serverNow()).patient)
    if (!guess) return
    await underWay(patient.id, guess, words.statusFailed, async () => {
      const param = { id: String(patient.id) }
      const json = { ...change, seenSteps: patient.trackingHistory.length }
      const saved = await answer(api.patients[':id'].status.$patch({ param, json }, writeOnce()))
      patients.set(all => all.map(one => (one.id === saved.id ? saved : one)))
      done()
    })
  }

  async function remove(patient: Patient) {
    await underWay(patient.id, GONE, words.deleteFailed, async () => {
      const param = { id: String(patient.id) }
      const query = { seenSteps: String(patient.trackingHistory.length) }
      await answer(api.patients[':id'].$delete({ param, query }, writeOnce()))
      patients.set(all => all.filter(one => one.id !== patient.id))
      toast('Patient has been deleted')
    })
  }

  /** Shows a guess until the server has answered; a refused one falls back to what was there before. */
  async function underWay(
    id: number,
    guess: Patient | typeof GONE,
    failed: string | null,
    send: () => Promise<void>,
  ) {
    // A double click finds the first one still under way.
    if (guesses.value.has(id)) return
    guesses.value = new Map(guesses.value).set(id, guess)
    try {
      await send()
    } catch (cause) {
      const sentence = refusalIn(cause) ?? failed
      if (sentence) alarm(sentence)
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
    clock: ticking(first.now, TIMERS_TICK_EVERY_MS),
    shown,
    shownRooms,
    dispensary: computed(() => shownRooms.value.find(({ name }) => name === DISPENSARY) ?? null),
    busyIds: computed(() => new Set(guesses.value.keys())),
    take,
    remove: (patient: Patient) => void remove(patient),
    lookAgain,
    async refresh() {
      if (await lookAgain()) toast('Refreshed')
      else alarm('Error', 'Failed to refresh data')
    },
  }
}

/** The rule's guess, or null after saying why not: then nothing is sent. */
function guessOrRefuse(guess: () => Patient) {
  try {
    return guess()
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    alarm(cause.message)
    return null
  }
}
