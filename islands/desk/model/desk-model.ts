import { computed, signal } from '@preact/signals-react'
import { formatNumber, isActive, type Patient } from '#domain/patients/patient'
import { getAwaySince } from '#domain/queue/lists'
import type { StatusChange } from '#domain/queue/transitions'
import type { Room } from '#domain/rooms/room'
import { toast, toastError } from '../../data/toasts.ts'
import type { PatientCommands } from '../../patients/patient-props.ts'
import { createDeskData, type InitialData } from './desk-data.ts'
import { createPatientWrites, type FailureTexts } from './patient-writes.ts'

export type Finish = 'completed' | 'dispensary' | null

/** What makes one desk differ from the other. Its functions may read signals. */
type DeskOptions = {
  texts: FailureTexts & Record<'called' | 'dispensed' | 'completed' | 'requeued' | 'noRoom', string>
  findRoom(rooms: Room[]): Room | null
  isListed(patient: Patient): boolean
  getCallable(queued: Patient[]): Patient[]
  onCall?(): void
}

export type Desk = ReturnType<typeof createDesk>

export function createDesk(initial: InitialData, options: DeskOptions) {
  const { texts, findRoom, isListed, getCallable, onCall } = options
  const data = createDeskData(initial)
  const { changeStatus, remove, forget, ...writes } = createPatientWrites(data, texts)

  const room = computed(() => findRoom(data.shownRooms.value))
  const present = computed(
    () => data.shown.value.find(({ id }) => id === room.value?.currentPatientId) ?? null,
  )
  /** Also while no room is chosen: every room calls from the same queue. */
  const next = computed(() => data.previewNext(room.value ?? { name: '' }))

  /** Whose reasons of Requeue are open. */
  const requeuingId = signal<number | null>(null)

  function call(patient: Patient) {
    if (!room.value?.isActive) return toastError(getRoomProblem(patient))
    const { id } = room.value
    onCall?.()
    const done = patient.room?.id === id ? 'Call Again' : texts.called
    changeStatus(patient, { status: 'called', windowId: id }, done)
  }

  function getRoomProblem(patient: Patient) {
    const ownRoom = data.shownRooms.value.find(({ id }) => id === patient.room?.id)
    const isOwnInactive = room.value === null && ownRoom?.isActive === false
    return isOwnInactive ? `${ownRoom.name} is not active` : texts.noRoom
  }

  /** Without a choice, a patient who is present is completed. */
  function callNext(finish: Finish = present.value && 'completed') {
    if (!room.value?.isActive) return toastError(texts.noRoom)
    if (!next.value) return toast('Nobody is waiting.')
    writes.callNext(room.value, finish)
  }

  function toggleReasons({ id }: Patient) {
    requeuingId.value = requeuingId.value === id ? null : id
  }

  async function refresh() {
    if (await data.refetch()) toast('Refreshed')
    else toastError('Error', 'Failed to refresh data')
  }

  const setStatus = (status: StatusChange['status'], done: string) => (patient: Patient) =>
    changeStatus(patient, { status }, done)

  const ticketOf = signal<Patient | null>(null)
  /** Who is asked about before name and reasons are removed. */
  const forgetting = signal<Patient | null>(null)
  const commands: PatientCommands = {
    Call: call,
    'Call Again': call,
    'Recall to Last Room': patient =>
      changeStatus(patient, { status: 'called', windowId: patient.lastRoom?.id }, texts.called),
    Dispense: setStatus('dispensary', texts.dispensed),
    Complete: setStatus('completed', texts.completed),
    Start: setStatus('in-progress', 'Patient marked as in progress'),
    Missed: setStatus('missed', 'Patient marked as missed'),
    'No-show': setStatus('no-show', 'Visit closed as no-show'),
    Requeue: toggleReasons,
    'Bring Back': setStatus('waiting', 'Patient brought back to the queue'),
    Delete: remove,
    requeue(patient, requeueReason, holdMinutes) {
      requeuingId.value = null
      const change = { status: 'requeue', requeueReason, holdMinutes } as const
      changeStatus(patient, change, texts.requeued)
    },
    forget: patient => (forgetting.value = patient),
    getReplacement(patient) {
      const [to, current] = [room.value, present.value]
      if (!to?.isActive || !current || isActive(patient)) return null
      const label = `Complete #${formatNumber(current.number)} & call`
      const run = () => {
        onCall?.()
        writes.callNext(to, 'completed', patient)
      }
      return { label, run }
    },
    showTicket: patient => (ticketOf.value = patient),
  }

  return {
    ...data,
    ...writes,
    held: computed(() => data.held.value.filter(isListed)),
    /** Who has been away longest comes first. */
    away: computed(() => data.away.value.filter(isListed).toSorted(byAwaySince)),
    callable: computed(() => getCallable(data.queued.value)),
    room,
    present,
    next,
    callNext,
    requeuingId,
    commands,
    ticketOf,
    closeTicket: () => (ticketOf.value = null),
    forgetting,
    forget,
    refresh,
  }
}

function byAwaySince(a: Patient, b: Patient) {
  return getAwaySince(a).localeCompare(getAwaySince(b))
}
