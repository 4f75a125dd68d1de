import { computed } from '@preact/signals-react'
import type { Patient } from '#domain/patients/patient'
import { getQueueLists } from '#domain/queue/lists'
import { toast, toastError } from '../data/toasts.ts'
import { createPatientListModel, type InitialData } from '../patients/patient-list-model.ts'
import type { PatientCommands } from '../patients/steps.ts'

/** The dispensary's counter: who waits for medicine, and the one room that they are called to. */
export function createDispensaryModel(first: InitialData) {
  const board = createPatientListModel(first, {
    statusFailed: 'Failed to update patient status. Please try again.',
    deleteFailed: 'Failed to delete patient. Please try again.',
  })
  const { take } = board
  const waiting = computed(() => getQueueLists(board.shown.value).dispensary)

  function call(patient: Patient) {
    const counter = board.dispensary.value
    if (!counter?.isActive) return toastError('DISPENSARY window is not active')
    const done = patient.windowId === counter.id ? 'Call Again' : 'Patient Called'
    void take(patient, { status: 'called', windowId: counter.id }, () => toast(done))
  }

  const steps: PatientCommands = {
    call,
    recall: call,
    // Nobody is sent on to the dispensary from the dispensary.
    dispense() {},
    complete: patient =>
      void take(patient, { status: 'completed' }, () => toast('Patient Completed')),
    requeue: (patient, requeueReason) =>
      void take(patient, { status: 'requeue', requeueReason }, () => toast('Patient Requeued')),
    remove: board.remove,
  }

  return {
    ...board,
    total: computed(() => waiting.value.length),
    priority: computed(() => waiting.value.filter(patient => patient.isPriority)),
    others: computed(() => waiting.value.filter(patient => !patient.isPriority)),
    steps,
  }
}
