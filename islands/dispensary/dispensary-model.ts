import { computed } from '@preact/signals-react'
import type { Patient } from '#domain/patients/patient'
import { getQueueLists } from '#domain/queue/lists'
import { toast, toastError } from '../data/toasts.ts'
import type { PatientCommands } from '../patients/patient-commands.ts'
import { createPatientListModel, type InitialData } from '../patients/patient-list-model.ts'

export function createDispensaryModel(initial: InitialData) {
  const model = createPatientListModel(initial, {
    statusFailed: 'Failed to update patient status. Please try again.',
    deleteFailed: 'Failed to delete patient. Please try again.',
  })
  const { changeStatus } = model
  const waiting = computed(() => getQueueLists(model.shown.value).dispensary)

  function call(patient: Patient) {
    const counter = model.dispensary.value
    if (!counter?.isActive) return toastError('DISPENSARY window is not active')
    const done = patient.room?.id === counter.id ? 'Call Again' : 'Patient Called'
    void changeStatus(patient, { status: 'called', windowId: counter.id }, () => toast(done))
  }

  const commands: PatientCommands = {
    call,
    recall: call,
    // Patients here have been dispensed already.
    dispense() {},
    complete: patient =>
      void changeStatus(patient, { status: 'completed' }, () => toast('Patient Completed')),
    start: patient =>
      void changeStatus(patient, { status: 'in-progress' }, () =>
        toast('Patient marked as in progress'),
      ),
    requeue: (patient, requeueReason) =>
      void changeStatus(patient, { status: 'requeue', requeueReason }, () =>
        toast('Patient Requeued'),
      ),
    remove: model.remove,
  }

  return {
    ...model,
    total: computed(() => waiting.value.length),
    priority: computed(() => waiting.value.filter(patient => patient.isPriority)),
    others: computed(() => waiting.value.filter(patient => !patient.isPriority)),
    commands,
  }
}
