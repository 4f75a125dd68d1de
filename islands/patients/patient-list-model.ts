import { computed, signal } from '@preact/signals-react'
import { DomainError } from '#domain/errors'
import { getListName, type Patient } from '#domain/patients/patient'
import { fromPatientJson } from '#domain/patients/patient-json'
import { type StatusChange, transition } from '#domain/queue/transitions'
import { DISPENSARY, type Room, withCurrentPatients } from '#domain/rooms/room'
import { api, getClientErrorMessage, unwrap } from '../data/api.ts'
import { queryPatients } from '../data/patients-query.ts'
import { POLL_WITHOUT_LIVE_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { sendUntilKnown } from '../data/send-until-known.ts'
import { createTicker, serverNow } from '../data/server-clock.ts'
import { toast, toastError } from '../data/toasts.ts'

export type InitialData = { patients: Patient[]; rooms: Room[]; now: string; timeZone: string }

/** Toasts for failures without a message from the server; null shows none. */
type Messages = { statusFailed: string | null; deleteFailed: string }

const TIMER_TICK_MS = 5_000
const DELETED = 'deleted'

/** The server's list with this desk's pending changes applied. */
export function createPatientListModel(initial: InitialData, messages: Messages) {
  const patients = queryPatients(initial.patients)
  const rooms = query('rooms', () => unwrap(api.windows.$get()), initial.rooms, {
    every: POLL_WITHOUT_LIVE_MS.windows,
    onlyWithoutLive: true,
  })

  /** Pending changes by patient id: the expected result of each. */
  const pending = signal<ReadonlyMap<number, Patient | typeof DELETED>>(new Map())

  /** Those of them whose response is late: nobody knows yet whether the server has carried them out. */
  const unsureIds = signal<ReadonlySet<number>>(new Set())

  const shown = computed(() =>
    patients.data.value.flatMap(patient => {
      const optimistic = pending.value.get(patient.id) ?? patient
      if (optimistic !== DELETED) return [optimistic]
      return unsureIds.value.has(patient.id) ? [patient] : []
    }),
  )
  const shownRooms = computed(() => withCurrentPatients(rooms.data.value, shown.value))

  /** Shows the expected result at once; calls `done` when the server has saved it. */
  async function changeStatus(patient: Patient, change: StatusChange, done: () => void) {
    const room = shownRooms.value.find(({ id }) => id === change.windowId) ?? null
    const optimistic = tryOptimistic(() => transition(patient, change, room, serverNow()).patient)
    if (!optimistic) return
    await runOptimistically(patient, optimistic, messages.statusFailed, async onUnsure => {
      const param = { id: String(patient.id) }
      const json = { ...change, seenSteps: patient.trackingHistory.length }
      const saved = await sendUntilKnown(
        headers => unwrap(api.patients[':id'].status.$patch({ param, json }, headers)),
        onUnsure,
      )
      patients.set(all =>
        all.map(other => (other.id === saved.id ? fromPatientJson(saved) : other)),
      )
      done()
    })
  }

  async function remove(patient: Patient) {
    await runOptimistically(patient, DELETED, messages.deleteFailed, async onUnsure => {
      const param = { id: String(patient.id) }
      const query = { seenSteps: String(patient.trackingHistory.length) }
      await sendUntilKnown(
        headers => unwrap(api.patients[':id'].$delete({ param, query }, headers)),
        onUnsure,
      )
      patients.set(all => all.filter(other => other.id !== patient.id))
      toast('Patient has been deleted')
    })
  }

  /** Shows the expected result until the server has responded. */
  async function runOptimistically(
    patient: Patient,
    optimistic: Patient | typeof DELETED,
    failed: string | null,
    send: (onUnsure: () => void) => Promise<void>,
  ) {
    const { id } = patient
    if (pending.value.has(id)) return
    pending.value = new Map(pending.value).set(id, optimistic)
    try {
      await send(() => (unsureIds.value = new Set(unsureIds.value).add(id)))
    } catch (cause) {
      const sentence = getClientErrorMessage(cause) ?? failed
      const who = unsureIds.value.has(id) ? `${getListName(patient)}: ` : ''
      if (sentence) toastError(`${who}${sentence}`)
      void refetch()
    } finally {
      const rest = new Map(pending.value)
      rest.delete(id)
      pending.value = rest
      unsureIds.value = new Set([...unsureIds.value].filter(unsure => unsure !== id))
    }
  }

  /** Resolves to whether it succeeded. */
  function refetch() {
    return Promise.all([patients.refetch(), rooms.refetch()]).then(
      () => true,
      () => false,
    )
  }

  return {
    patients,
    rooms,
    clock: createTicker(initial.now, TIMER_TICK_MS),
    shown,
    shownRooms,
    dispensary: computed(() => shownRooms.value.find(({ name }) => name === DISPENSARY) ?? null),
    busyIds: computed(() => new Set(pending.value.keys())),
    unsureIds,
    changeStatus,
    remove: (patient: Patient) => void remove(patient),
    refetch,
    async refresh() {
      if (await refetch()) toast('Refreshed')
      else toastError('Error', 'Failed to refresh data')
    },
  }
}

/** The expected patient; null, after a toast, if the rules reject the change. */
function tryOptimistic(compute: () => Patient) {
  try {
    return compute()
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause
    toastError(cause.message)
    return null
  }
}
