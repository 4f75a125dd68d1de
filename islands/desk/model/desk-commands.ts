import { type ReadonlySignal, signal } from '@preact/signals-react'
import { formatNumber, isActive, type Patient } from '#domain/patients/patient'
import type { StatusChange } from '#domain/queue/transitions'
import type { Room } from '#domain/rooms/room'
import { toastError } from '../../data/toasts.ts'
import type { PatientCommands } from '../../patients/patient-props.ts'
import type { DeskData } from './desk-data.ts'
import type { createPatientWrites, FailureTexts } from './patient-writes.ts'

export type DeskTexts = FailureTexts &
  Record<'called' | 'dispensed' | 'completed' | 'requeued' | 'noRoom', string>

type Options = {
  data: DeskData
  writes: ReturnType<typeof createPatientWrites>
  room: ReadonlySignal<Room | null>
  present: ReadonlySignal<Patient | null>
  texts: DeskTexts
  onCall?(): void
}

/** What rows and the room's card do, and what is asked before. */
export function createCommands({ data, writes, room, present, texts, onCall }: Options) {
  const { changeStatus, remove, forget } = writes
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

  function toggleReasons({ id }: Patient) {
    requeuingId.value = requeuingId.value === id ? null : id
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
    'Bring Back': setStatus('waiting', 'Back in the queue'),
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
    commands,
    requeuingId,
    ticketOf,
    closeTicket: () => (ticketOf.value = null),
    forgetting,
    forget,
  }
}
