import { computed, signal } from '@preact/signals-react'
import type { CallReceipts } from '#domain/display/tv-report'
import { DomainError } from '#domain/errors'
import { getListName, type Patient } from '#domain/patients/patient'
import { fromPatientJson } from '#domain/patients/patient-json'
import { isOnHold } from '#domain/queue/lists'
import { findNext, getQueueOf } from '#domain/queue/next-patient'
import { type OrderRules, toOrderRules } from '#domain/queue/order-rules'
import { type StatusChange, transition } from '#domain/queue/transitions'
import { DISPENSARY, type Room, withCurrentPatients } from '#domain/rooms/room'
import { toSettingsRecord } from '#domain/settings-record'
import { api, getClientErrorMessage, unwrap } from '../data/api.ts'
import { queryPatients, withSaved } from '../data/patients-query.ts'
import { POLL_WITHOUT_LIVE_MS } from '../data/polling-intervals.ts'
import { query } from '../data/query.ts'
import { sendUntilKnown } from '../data/retry-until-settled.ts'
import { createTicker, serverNow } from '../data/server-clock.ts'
import { toast, toastError } from '../data/toasts.ts'
import { createReceipts } from './receipts.ts'
import { createUndo } from './undo.ts'

export type InitialData = {
  patients: Patient[]
  rooms: Room[]
  rules: OrderRules
  receipts: CallReceipts[]
  now: string
  timeZone: string
}

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

  const rules = query('order-rules', fetchRules, initial.rules, { every: null })
  const clock = createTicker(initial.now, TIMER_TICK_MS)
  const receipts = createReceipts(initial.receipts)
  const undo = createUndo({ show, refetch })

  /** Pending changes by patient id: the expected result of each. */
  const pending = signal<ReadonlyMap<number, Patient | typeof DELETED>>(new Map())

  /** Those of them whose response is late: nobody knows yet whether the server has carried them out. */
  const unsureIds = signal<ReadonlySet<number>>(new Set())

  /** Steps that were refused or lost: what was pressed after one of them was meant for another list. */
  const failureCount = signal(0)

  const shown = computed(() =>
    patients.data.value.flatMap(patient => {
      const optimistic = pending.value.get(patient.id) ?? patient
      if (optimistic !== DELETED) return [optimistic]
      return unsureIds.value.has(patient.id) ? [patient] : []
    }),
  )
  const shownRooms = computed(() => withCurrentPatients(rooms.data.value, shown.value))

  /** Shows the expected result at once, and a toast with `done` when the server has saved it. */
  async function changeStatus(patient: Patient, change: StatusChange, done: string) {
    const room = shownRooms.value.find(({ id }) => id === change.windowId) ?? null
    const { hold } = rules.data.value
    const optimistic = tryOptimistic(
      () => transition(patient, change, room, serverNow(), hold).patient,
    )
    if (!optimistic) return
    const expected = new Map([[patient.id, optimistic]])
    await runOptimistically(expected, messages.statusFailed, async onUnsure => {
      const param = { id: String(patient.id) }
      const json = { ...change, seenSteps: patient.trackingHistory.length }
      const saved = await sendUntilKnown(
        headers => unwrap(api.patients[':id'].status.$patch({ param, json }, headers)),
        onUnsure,
      )
      show(fromPatientJson(saved))
      undo.offerStep(done, saved)
      if (change.status === 'called') refetchHeld()
    })
  }

  /** A patient of the server's answer; one whom this list has lost comes back with the next refetch. */
  function show(patient: Patient) {
    patients.set(all => withSaved(all, patient))
  }

  /** Calls the next patient of the room's queue, and closes the one in the room with it. */
  async function callNext(room: Room, finish: 'dispensary' | 'completed' | null) {
    const present = shown.value.find(({ id }) => id === room.currentPatientId) ?? null
    const next = previewNext(room)
    const expected = tryOptimistic(() => {
      const now = serverNow()
      const freeRoom = { ...room, currentPatientId: null }
      const called = { status: 'called', windowId: room.id } as const
      return new Map([
        ...(present && finish
          ? [[present.id, transition(present, { status: finish }, null, now).patient] as const]
          : []),
        ...(next
          ? [[next.patient.id, transition(next.patient, called, freeRoom, now).patient] as const]
          : []),
      ])
    })
    if (!expected) return
    await runOptimistically(expected, messages.statusFailed, async onUnsure => {
      const param = { id: String(room.id) }
      const json = { finish, seenPatientId: present?.id ?? null }
      const saved = await sendUntilKnown(
        headers => unwrap(api.windows[':id']['call-next'].$post({ param, json }, headers)),
        onUnsure,
      )
      for (const one of [saved.finished, saved.patient]) if (one) show(fromPatientJson(one))
      const { patient, finished, sentence } = saved
      const changed = patient ?? finished
      if (changed) undo.offerStep(sentence, changed)
      else toast(sentence)
      // The list may not have known whom the server chose.
      if (patient && patient.id !== next?.patient.id) void refetch()
      else refetchHeld()
    })
  }

  /** A call brings patients who missed theirs nearer, and a desk refetches nothing after its own writes. */
  function refetchHeld() {
    if (shown.value.some(({ hold }) => hold?.kind === 'missed')) void refetch()
  }

  /** Whether a step is under way that decides whom the room serves, or who is next. */
  function isRoomBusy(room: Room, next: Patient | null) {
    const isOfRoom = (patient: Patient) => patient.room?.id === room.id || patient.id === next?.id
    return [...patients.data.value, ...shown.value].some(
      patient => pending.value.has(patient.id) && isOfRoom(patient),
    )
  }

  /** Whom the server would call now, as far as this list knows. */
  function previewNext(room: Room) {
    const options = {
      queue: getQueueOf(room),
      now: clock.now.value,
      rules: rules.data.value.next,
    }
    return findNext(shown.value, options)
  }

  async function remove(patient: Patient) {
    const expected = new Map([[patient.id, DELETED] as const])
    await runOptimistically(expected, messages.deleteFailed, async onUnsure => {
      const param = { id: String(patient.id) }
      const query = { seenSteps: String(patient.trackingHistory.length) }
      await sendUntilKnown(
        headers => unwrap(api.patients[':id'].$delete({ param, query }, headers)),
        onUnsure,
      )
      patients.set(all => all.filter(other => other.id !== patient.id))
      undo.offerStep('Patient has been deleted', patient)
    })
  }

  /** Shows the expected result until the server has responded. */
  async function runOptimistically(
    expected: ReadonlyMap<number, Patient | typeof DELETED>,
    failed: string | null,
    send: (onUnsure: () => void) => Promise<void>,
  ) {
    const ids = [...expected.keys()]
    if (ids.some(id => pending.value.has(id))) return
    const names = patients.data.value.filter(({ id }) => expected.has(id)).map(getListName)
    pending.value = new Map([...pending.value, ...expected])
    try {
      await send(() => (unsureIds.value = new Set([...unsureIds.value, ...ids])))
    } catch (cause) {
      failureCount.value++
      const sentence = getClientErrorMessage(cause) ?? failed
      const who = ids.some(id => unsureIds.value.has(id)) ? `${names.join(', ')}: ` : ''
      if (sentence) toastError(`${who}${sentence}`)
      void refetch()
    } finally {
      pending.value = new Map([...pending.value].filter(([id]) => !expected.has(id)))
      unsureIds.value = new Set([...unsureIds.value].filter(id => !expected.has(id)))
    }
  }

  /** Resolves to whether it succeeded. */
  function refetch() {
    return Promise.all([patients.refetch(), rooms.refetch()]).then(
      () => true,
      () => false,
    )
  }

  function setStatus(status: StatusChange['status'], done: string) {
    return (patient: Patient) => void changeStatus(patient, { status }, done)
  }

  return {
    patients,
    rooms,
    rules,
    clock,
    receipts,
    undo,
    failureCount,
    isRoomBusy,
    callNext,
    previewNext,
    /** Waiting, but not to be called yet. */
    held: computed(() => shown.value.filter(patient => isOnHold(patient, clock.now.value))),
    queued: computed(() => shown.value.filter(patient => !isOnHold(patient, clock.now.value))),
    shown,
    shownRooms,
    dispensary: computed(() => shownRooms.value.find(({ name }) => name === DISPENSARY) ?? null),
    busyIds: computed(() => new Set(pending.value.keys())),
    unsureIds,
    changeStatus,
    setStatus,
    /** Those that are the same on every desk. */
    commands: {
      start: setStatus('in-progress', 'Patient marked as in progress'),
      missed: setStatus('missed', 'Patient marked as missed'),
      noShow: setStatus('no-show', 'Visit closed as no-show'),
      bringBack: setStatus('waiting', 'Patient brought back to the queue'),
      remove: (patient: Patient) => void remove(patient),
    },
    refetch,
    async refresh() {
      if (await refetch()) toast('Refreshed')
      else toastError('Error', 'Failed to refresh data')
    },
  }
}

async function fetchRules() {
  return toOrderRules(toSettingsRecord(await unwrap(api.settings.$get())))
}

/** The expected result; null, after a toast, if the rules reject the change. */
function tryOptimistic<T>(compute: () => T) {
  try {
    return compute()
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause
    toastError(cause.message)
    return null
  }
}
