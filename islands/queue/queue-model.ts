import { computed, signal } from '@preact/signals-react'
import type { Patient } from '#domain/patients/patient'
import { getQueueLists } from '#domain/queue/lists'
import { getCallableRooms } from '#domain/rooms/room'
import { api, unwrap, withIdempotencyKey } from '../data/api.ts'
import { toast, toastError } from '../data/toasts.ts'
import { createPatientListModel, type InitialData } from '../patients/patient-list-model.ts'
import type { PatientCommands } from '../patients/steps.ts'

/** The queue at one desk: the lists, the room that it calls to, and the steps of each patient. */
export function createQueueModel(first: InitialData) {
  // A step that fails is taken back silently here, as specified.
  const words = { statusFailed: null, deleteFailed: 'Failed to delete patient' }
  const board = createPatientListModel(first, words)
  const { take } = board

  const selectedRoomId = signal<number | null>(null)
  const offeredRooms = computed(() => getCallableRooms(board.shownRooms.value))
  const selectedRoom = computed(
    () => offeredRooms.value.find(room => room.id === selectedRoomId.value) ?? null,
  )

  const steps: PatientCommands = {
    call(patient) {
      if (!selectedRoom.value) return toastError('Please select room first')
      const windowId = selectedRoom.value.id
      const done = patient.windowId === windowId ? 'Call Again' : 'Patient successfully called'
      void take(patient, { status: 'called', windowId }, () => toast(done))
    },
    recall(patient) {
      const change = { status: 'called', windowId: patient.lastWindowId } as const
      void take(patient, change, () => toast('Patient successfully called'))
    },
    dispense: say('dispensary', 'Patient sent to dispensary'),
    complete: say('completed', 'Patient marked as completed'),
    requeue(patient, requeueReason) {
      const change = { status: 'requeue', requeueReason } as const
      void take(patient, change, () => toast('Patient successfully requeued'))
    },
    remove: board.remove,
  }

  function say(status: 'dispensary' | 'completed', done: string) {
    return (patient: Patient) => void take(patient, { status }, () => toast(done))
  }

  async function reset() {
    try {
      const { deletedCount } = await unwrap(
        api.patients['reset-queue'].$post({}, withIdempotencyKey()),
      )
      board.patients.set(() => [])
      toast('Queue Reset Complete', `${deletedCount} patients deleted, next number reset to 1`)
    } catch {
      toastError('Queue Reset Error', 'Failed to reset queue. Please try again.')
    } finally {
      void board.lookAgain()
    }
  }

  return {
    ...board,
    lists: computed(() => getQueueLists(board.shown.value)),
    offeredRooms,
    selectedRoomId,
    selectedRoom,
    steps,
    reset,
  }
}
