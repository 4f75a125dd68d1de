import { computed } from '@preact/signals-react'
import type { CallReceipts } from '#domain/display/tv-report'
import type { Patient } from '#domain/patients/patient'
import { isAway, isOnHold, withCurrentPatients } from '#domain/queue/lists'
import { countAppointmentsInRow, findNext, getWaitedFor } from '#domain/queue/next-patient'
import { type OrderRules, toOrderRules } from '#domain/queue/order-rules'
import { type ClinicQueue, getServed, listActive } from '#domain/queues/patient-queue'
import type { Room } from '#domain/rooms/room'
import type { Settings } from '#domain/settings-record'
import type { TimeZone } from '#domain/time'
import { api, unwrap } from '../../data/api.ts'
import { onLiveEvent } from '../../data/live-state.ts'
import { createMutations } from '../../data/mutation.ts'
import { POLLED_ROOMS } from '../../data/polling-intervals.ts'
import { fetchSettings } from '../../data/queries/fetch-settings.ts'
import { queryPatients, queryQueues } from '../../data/queries/patients-query.ts'
import { query } from '../../data/query.ts'
import { createTicker } from '../../data/server-clock.ts'
import { queryTicketMode } from '../../ticket/ticket-query.ts'
import { watchAll } from '../../ui/hooks/use-watch.ts'

export type InitialData = {
  patients: Patient[]
  rooms: Room[]
  queues: ClinicQueue[]
  rules: OrderRules
  receipts: CallReceipts[]
  ticketMode: Settings['ticketMode']
  canForget: boolean
  now: string
  timeZone: TimeZone
}

const TIMER_TICK_MS = 5_000

export type DeskData = ReturnType<typeof createDeskData>

export function createDeskData(initial: InitialData) {
  const patients = queryPatients(initial.patients)
  const rooms = query('rooms', () => unwrap(api.windows.$get()), initial.rooms, POLLED_ROOMS)
  const queues = queryQueues(initial.queues)
  const rules = query('order-rules', fetchRules, initial.rules, { every: null })
  const receipts = queryReceipts(initial.receipts)
  const ticketMode = queryTicketMode(initial.ticketMode)
  const clock = createTicker(initial.now, TIMER_TICK_MS)
  /** The expected result of a deletion is null. */
  const writes = createMutations<number, Patient | null>()

  const shown = computed(() =>
    patients.data.value.flatMap(patient => {
      const expected = writes.pending.value.get(patient.id)
      if (expected !== null) return [expected ?? patient]
      return writes.unsure.value.has(patient.id) ? [patient] : []
    }),
  )
  const shownRooms = computed(() => withCurrentPatients(rooms.data.value, shown.value))

  return {
    patients,
    rules,
    ticketMode: ticketMode.data,
    canForget: initial.canForget,
    clock,
    writes,
    shown,
    shownRooms,
    queues: computed(() => listActive(queues.data.value)),
    watch: () => watchAll(patients, rooms, queues, rules, receipts, ticketMode, clock),
    queued: computed(() => shown.value.filter(patient => !isOnHold(patient, clock.now.value))),
    /** Patients whose hold ends by itself. */
    held: computed(() =>
      shown.value.filter(patient => isOnHold(patient, clock.now.value) && !isAway(patient)),
    ),
    away: computed(() => shown.value.filter(isAway)),
    receiptTexts: computed(
      () => new Map(receipts.data.value.map(({ sequence, text }) => [sequence, text])),
    ),

    /** Returns the queues that a room serves. Null, for no room, means every queue. */
    getServed: (room: Pick<Room, 'id'> | null) => room && getServed(queues.data.value, room),

    previewNext(room: Pick<Room, 'id' | 'name'> | null) {
      const turn = { now: clock.now.value, rules: rules.data.value.next }
      if (!room) return findNext(shown.value, { ...turn, waitsFor: 'consultation' })
      const served = getServed(queues.data.value, room)
      const appointmentsInRow = countAppointmentsInRow(shown.value, served)
      return findNext(shown.value, {
        ...turn,
        waitsFor: getWaitedFor(room),
        served,
        appointmentsInRow,
      })
    },

    isRoomBusy(room: Room, next: Patient | null) {
      const isOfRoom = (patient: Patient) => patient.room?.id === room.id || patient.id === next?.id
      return [...patients.data.value, ...shown.value].some(
        patient => writes.pending.value.has(patient.id) && isOfRoom(patient),
      )
    },

    refetch() {
      return Promise.all([patients.refetch(), rooms.refetch()]).then(
        () => true,
        () => false,
      )
    },
  }
}

async function fetchRules() {
  return toOrderRules(await fetchSettings())
}

function queryReceipts(initial: CallReceipts[]) {
  const receipts = query('receipts', () => unwrap(api.dashboard.receipts.$get()), initial, {
    every: null,
  })
  const events = {
    watch: () =>
      onLiveEvent('call:shown', newest => {
        const isSame = (one: CallReceipts) => one.patientId === newest.patientId
        const isOld = receipts.data.value.some(one => isSame(one) && one.sequence > newest.sequence)
        if (!isOld) receipts.set(all => [...all.filter(one => !isSame(one)), newest])
      }),
  }
  return { ...receipts, watch: () => watchAll(receipts, events) }
}
