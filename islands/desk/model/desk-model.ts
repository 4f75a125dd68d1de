import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { BellRing, Eraser } from 'lucide-react'
import { isActive, type Patient } from '#domain/patients/patient'
import { getAwaySince, isForDispensary } from '#domain/queue/lists'
import type { StatusChange } from '#domain/queue/transitions'
import { getQueueName, isServed } from '#domain/queues/patient-queue'
import { isDispensary, type Room } from '#domain/rooms/room'
import { toast, toastError } from '../../data/toasts.ts'
import { formatListNumber, formatNumberAndName } from '../../patients/dated-number.ts'
import type { PatientCommands } from '../../patients/patient-props.ts'
import type { Question } from '../../ui/confirm/ConfirmDialog.tsx'
import { createDeskData, type DeskData, type InitialData } from './desk-data.ts'
import { createPatientWrites, type FailureTexts } from './patient-writes.ts'

type DeskTexts = FailureTexts &
  Record<'called' | 'dispensed' | 'completed' | 'requeued' | 'noRoom', string>

type Finish = 'completed' | 'dispensary' | null

/** Differences between the two desks. The functions may read signals. */
export type DeskOptions = {
  texts: DeskTexts
  findRoom(rooms: Room[]): Room | null
  isListed(patient: Patient): boolean
  getCallable(queued: Patient[]): Patient[]
  onCall?(): void
}

export type Desk = ReturnType<typeof createDesk>

export function createDesk(initial: InitialData, options: DeskOptions) {
  const { texts, findRoom, isListed, getCallable } = options
  const data = createDeskData(initial)
  const writes = createPatientWrites(data, texts)

  const room = computed(() => findRoom(data.shownRooms.value))
  const present = computed(
    () => data.shown.value.find(({ id }) => id === room.value?.currentPatientId) ?? null,
  )
  const next = computed(() => data.previewNext(room.value))

  const { commands, ...asked } = createCommands({ data, writes, room, present, ...options })

  const hasOthers = () => getCallable(data.queued.value).length > 0

  /** Calls the next patient. By default, a patient who is in the room is completed. */
  function callNext(finish: Finish = present.value && 'completed') {
    if (!room.value?.isActive) return toastError(texts.noRoom)
    if (!next.value)
      return toast(hasOthers() ? 'No patients for this room.' : 'No patients waiting.')
    writes.callNext(room.value, finish)
  }

  async function refresh() {
    if (await data.refetch()) toast('Refreshed')
    else toastError('Error', 'Failed to refresh data')
  }

  return {
    ...data,
    ...writes,
    held: computed(() => data.held.value.filter(isListed)),
    away: computed(() => data.away.value.filter(isListed).toSorted(byAwaySince)),
    callable: computed(() => getCallable(data.queued.value)),
    room,
    present,
    next,
    callNext,
    ...asked,
    commands,
    refresh,
  }
}

function byAwaySince(a: Patient, b: Patient) {
  return getAwaySince(a).localeCompare(getAwaySince(b))
}

type Options = Pick<DeskOptions, 'texts' | 'onCall'> & {
  data: DeskData
  writes: ReturnType<typeof createPatientWrites>
  room: ReadonlySignal<Room | null>
  present: ReadonlySignal<Patient | null>
}

function createCommands({ data, writes, room, present, texts, onCall }: Options) {
  const { changeStatus, move, remove, forget } = writes
  const question = signal<Question | null>(null)
  /** Id of the patient whose Requeue reasons are open. */
  const requeuingId = signal<number | null>(null)

  function call(patient: Patient) {
    if (!room.value?.isActive) return toastError(getRoomProblem(patient))
    const to = room.value
    const done = patient.room?.id === to.id ? 'Call Again' : texts.called
    askIfUnserved(patient, to, () => {
      onCall?.()
      changeStatus(patient, { status: 'called', windowId: to.id }, done)
    })
  }

  function askIfUnserved(patient: Patient, to: Room, run: () => void, completed?: Patient) {
    const served = data.getServed(to)
    const isMeant = isActive(patient) || isForDispensary(patient) || isDispensary(to)
    if (isMeant || !served || isServed(served, patient)) return run()
    question.value = { ...askToCall(patient, to, completed), onConfirm: run }
  }

  function getRoomProblem(patient: Patient) {
    const ownRoom = data.shownRooms.value.find(({ id }) => id === patient.room?.id)
    const isOwnInactive = room.value === null && ownRoom?.isActive === false
    return isOwnInactive ? `${ownRoom.name} is not active` : texts.noRoom
  }

  function toggleReasons({ id }: Patient) {
    requeuingId.value = requeuingId.value === id ? null : id
  }

  const setStatus = (status: StatusChange['status'], done: string) => (patient: Patient) =>
    changeStatus(patient, { status }, done)

  const ticketOf = signal<Patient | null>(null)
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
    'Bring back': setStatus('waiting', 'Back in the queue'),
    Delete: remove,
    requeue(patient, requeueReason, holdMinutes) {
      requeuingId.value = null
      const change = { status: 'requeue', requeueReason, holdMinutes } as const
      changeStatus(patient, change, texts.requeued)
    },
    moveTo: move,
    forget: patient =>
      (question.value = { ...askToForget(patient), onConfirm: () => forget(patient) }),
    getReplacement(patient) {
      const [to, current] = [room.value, present.value]
      if (!to?.isActive || !current || isActive(patient)) return null
      const label = `Complete ${formatListNumber(current)} & call`
      const run = () => {
        onCall?.()
        writes.callNext(to, 'completed', patient)
      }
      return { label, run: () => askIfUnserved(patient, to, run, current) }
    },
    showTicket: patient => (ticketOf.value = patient),
  }

  return {
    commands,
    requeuingId,
    ticketOf,
    question,
  }
}

function askToCall(patient: Patient, to: Room, completed: Patient | undefined) {
  const verb = completed ? `Complete ${formatListNumber(completed)}, and call` : 'Call'
  return {
    title: `${verb} ${formatNumberAndName(patient)} to ${to.name}?`,
    about: `${to.name} does not serve ${getQueueName(patient.queue)}.`,
    canBeUndone: true,
    action: completed ? 'Complete & call' : 'Call',
    Icon: BellRing,
  }
}

function askToForget(patient: Patient) {
  return {
    title: `Forget the name of ${formatNumberAndName(patient)}?`,
    about:
      'This permanently removes the name and all reasons. The number, times and rooms are kept.',
    action: 'Forget name',
    Icon: Eraser,
  }
}
