import { computed, signal } from '@preact/signals-react'
import { queueLists } from '#clinic/lists'
import type { Patient } from '#clinic/patient'
import { move, type StatusChange } from '#clinic/queue'
import { Refusal } from '#clinic/refusal'
import { type Room, roomsToCallFrom, withOccupants } from '#clinic/room'
import { answer, api, Failure, writeOnce } from '../api.ts'
import { WITHOUT_LIVE } from '../data/pace.ts'
import { query } from '../data/query.ts'
import { serverNow, ticking } from '../data/server-clock.ts'
import { alarm, toast } from '../data/toasts.ts'

export type FirstData = { patients: Patient[]; rooms: Room[]; now: string; timeZone: string }

const TIMERS_TICK_EVERY_MS = 5_000
const GONE = 'gone'

/** The queue as this desk sees it: the server's lists, and over them what was just pressed here. */
export function openQueueBoard(first: FirstData) {
  const patients = query('patients', () => answer(api.patients.$get()), first.patients, {
    every: WITHOUT_LIVE.patients,
    onlyWithoutLive: true,
  })
  const rooms = query('windows', () => answer(api.windows.$get()), first.rooms, {
    every: WITHOUT_LIVE.windows,
    onlyWithoutLive: true,
  })
  const clock = ticking(first.now, TIMERS_TICK_EVERY_MS)

  /** Steps that are under way, by patient: how he looks if the server agrees. */
  const guesses = signal<ReadonlyMap<number, Patient | typeof GONE>>(new Map())
  const selectedRoomId = signal<number | null>(null)

  const shown = computed(() =>
    patients.data.value.flatMap(patient => {
      const guess = guesses.value.get(patient.id) ?? patient
      return guess === GONE ? [] : [guess]
    }),
  )
  const shownRooms = computed(() => withOccupants(rooms.data.value, shown.value))
  const offered = computed(() => roomsToCallFrom(shownRooms.value))
  const selectedRoom = computed(
    () => offered.value.find(room => room.id === selectedRoomId.value) ?? null,
  )

  async function take(patient: Patient, change: StatusChange, done: (saved: Patient) => void) {
    const room = shownRooms.value.find(({ id }) => id === change.windowId) ?? null
    const guess = guessOrRefuse(() => move(patient, change, room, serverNow()).patient)
    if (!guess) return
    await underWay(patient.id, guess, async () => {
      const param = { id: String(patient.id) }
      const json = { ...change, seenSteps: patient.trackingHistory.length }
      const saved = await answer(api.patients[':id'].status.$patch({ param, json }, writeOnce()))
      patients.set(all => all.map(one => (one.id === saved.id ? saved : one)))
      done(saved)
    })
  }

  async function remove(patient: Patient) {
    await underWay(patient.id, GONE, async () => {
      await answer(api.patients[':id'].$delete({ param: { id: String(patient.id) } }, writeOnce()))
      patients.set(all => all.filter(one => one.id !== patient.id))
      toast('Patient has been deleted')
    })
  }

  /** Shows a guess until the server has answered; a refused one falls back to what was there before. */
  async function underWay(id: number, guess: Patient | typeof GONE, send: () => Promise<void>) {
    // A double click finds the first one still under way.
    if (guesses.value.has(id)) return
    guesses.value = new Map(guesses.value).set(id, guess)
    try {
      await send()
    } catch (cause) {
      explain(cause, guess === GONE ? 'Failed to delete patient' : null)
    } finally {
      const rest = new Map(guesses.value)
      rest.delete(id)
      guesses.value = rest
      lookAgain()
    }
  }

  function lookAgain() {
    const both = Promise.all([patients.refetch(), rooms.refetch()])
    both.catch(() => {})
    return both
  }

  async function refresh() {
    await lookAgain().then(
      () => toast('Refreshed'),
      () => alarm('Error', 'Failed to refresh data'),
    )
  }

  async function reset() {
    try {
      const { deletedCount } = await answer(api.patients['reset-queue'].$post({}, writeOnce()))
      patients.set(() => [])
      toast('Queue Reset Complete', `${deletedCount} patients deleted, next number reset to 1`)
    } catch {
      alarm('Queue Reset Error', 'Failed to reset queue. Please try again.')
    } finally {
      lookAgain()
    }
  }

  return {
    patients,
    rooms,
    clock,
    lists: computed(() => queueLists(shown.value)),
    offeredRooms: offered,
    selectedRoomId,
    selectedRoom,
    busyIds: computed(() => new Set(guesses.value.keys())),
    call(patient: Patient) {
      if (!selectedRoom.value) return alarm('Please select room first')
      const change = { status: 'called', windowId: selectedRoom.value.id } as const
      const again = patient.windowId === selectedRoom.value.id
      void take(patient, change, () => toast(again ? 'Call Again' : 'Patient successfully called'))
    },
    recall(patient: Patient) {
      const change = { status: 'called', windowId: patient.lastWindowId } as const
      void take(patient, change, () => toast('Patient successfully called'))
    },
    dispense: (patient: Patient) =>
      void take(patient, { status: 'dispensary' }, () => toast('Patient sent to dispensary')),
    complete: (patient: Patient) =>
      void take(patient, { status: 'completed' }, () => toast('Patient marked as completed')),
    requeue: (patient: Patient, requeueReason: string) =>
      void take(patient, { status: 'requeue', requeueReason }, () =>
        toast('Patient successfully requeued'),
      ),
    remove: (patient: Patient) => void remove(patient),
    refresh,
    reset,
  }
}

export type QueueBoardModel = ReturnType<typeof openQueueBoard>

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

/** A refusal is a sentence for the desk; any other failure is taken back silently, as specified. */
function explain(cause: unknown, otherwise: string | null) {
  const isRefusal = cause instanceof Failure && cause.status >= 400 && cause.status < 500
  const sentence = isRefusal ? cause.sentence : otherwise
  if (sentence) alarm(sentence)
}
