import { computed, signal } from '@preact/signals-react'
import { formatRoom, type Patient } from '#domain/patients/patient'
import { getQueueLists } from '#domain/queue/lists'
import { getCallableRooms } from '#domain/rooms/room'
import { api, unwrap } from '../data/api.ts'
import { sendUntilKnown } from '../data/send-until-known.ts'
import { toast, toastError } from '../data/toasts.ts'
import type { PatientCommands } from '../patients/patient-commands.ts'
import { createPatientListModel, type InitialData } from '../patients/patient-list-model.ts'

export function createQueueModel(initial: InitialData) {
  // Specified: a failed status change on this screen is reverted silently.
  const messages = { statusFailed: null, deleteFailed: 'Failed to delete patient' }
  const model = createPatientListModel(initial, messages)
  const { changeStatus } = model

  const selectedRoomId = signal<number | null>(null)
  const callableRooms = computed(() => getCallableRooms(model.shownRooms.value))
  const selectedRoom = computed(
    () => callableRooms.value.find(room => room.id === selectedRoomId.value) ?? null,
  )

  const commands: PatientCommands = {
    call(patient) {
      if (!selectedRoom.value) return toastError(whyNotCallable(patient))
      const windowId = selectedRoom.value.id
      const done = patient.room?.id === windowId ? 'Call Again' : 'Patient successfully called'
      void changeStatus(patient, { status: 'called', windowId }, () => toast(done))
    },
    recall(patient) {
      const change = { status: 'called', windowId: patient.lastRoom?.id } as const
      void changeStatus(patient, change, () => toast('Patient successfully called'))
    },
    dispense: setStatus('dispensary', 'Patient sent to dispensary'),
    complete: setStatus('completed', 'Patient marked as completed'),
    start: setStatus('in-progress', 'Patient marked as in progress'),
    requeue(patient, requeueReason) {
      const change = { status: 'requeue', requeueReason } as const
      void changeStatus(patient, change, () => toast('Patient successfully requeued'))
    },
    remove: model.remove,
  }

  function whyNotCallable(patient: Patient) {
    const ownRoom = model.shownRooms.value.find(({ id }) => id === patient.room?.id)
    return ownRoom && !ownRoom.isActive
      ? `${formatRoom(ownRoom)} is not active`
      : 'Please select room first'
  }

  function setStatus(status: 'dispensary' | 'completed' | 'in-progress', done: string) {
    return (patient: Patient) => void changeStatus(patient, { status }, () => toast(done))
  }

  async function reset() {
    try {
      const { deletedCount } = await sendUntilKnown(
        headers => unwrap(api.patients['reset-queue'].$post({}, headers)),
        () => toast('Not sure the queue was reset', 'Waiting for the server…'),
      )
      model.patients.set(() => [])
      toast('Queue Reset Complete', `${deletedCount} patients deleted, next number reset to 1`)
    } catch {
      toastError('Queue Reset Error', 'Failed to reset queue. Please try again.')
      void model.refetch()
    }
  }

  return {
    ...model,
    lists: computed(() => getQueueLists(model.shown.value)),
    callableRooms,
    selectedRoomId,
    selectedRoom,
    commands,
    reset,
  }
}
