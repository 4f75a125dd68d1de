import { computed } from '@preact/signals-react'
import type { Patient } from '#domain/patients/patient'
import { queueLists } from '#domain/queue/lists'
import { alarm, toast } from '../data/toasts.ts'
import { type FirstData, openPatientBoard } from '../patients/patient-list-model.ts'
import type { Steps } from '../patients/steps.ts'

/** The dispensary's counter: who waits for medicine, and the one room that they are called to. */
export function openDispensaryBoard(first: FirstData) {
  const board = openPatientBoard(first, {
    statusFailed: 'Failed to update patient status. Please try again.',
    deleteFailed: 'Failed to delete patient. Please try again.',
  })
  const { take } = board
  const waiting = computed(() => queueLists(board.shown.value).dispensary)

  function call(patient: Patient) {
    const counter = board.dispensary.value
    if (!counter?.isActive) return alarm('DISPENSARY window is not active')
    const done = patient.windowId === counter.id ? 'Call Again' : 'Patient Called'
    void take(patient, { status: 'called', windowId: counter.id }, () => toast(done))
  }

  const steps: Steps = {
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
