import { computed } from '@preact/signals-react'
import { isActive, type Patient } from '#domain/patients/patient'
import { getQueueLists, isForDispensary } from '#domain/queue/lists'
import { toast, toastError } from '../data/toasts.ts'
import type { PatientCommands } from '../patients/patient-commands.ts'
import { createPatientListModel, type InitialData } from '../patients/patient-list-model.ts'

export function createDispensaryModel(initial: InitialData) {
  const model = createPatientListModel(initial, {
    statusFailed: 'Failed to update patient status. Please try again.',
    deleteFailed: 'Failed to delete patient. Please try again.',
  })
  const { changeStatus, setStatus } = model
  const listed = computed(() => getQueueLists(model.queued.value).dispensary)

  function call(patient: Patient) {
    const counter = model.dispensary.value
    if (!counter?.isActive) return toastError('DISPENSARY window is not active')
    const done = patient.room?.id === counter.id ? 'Call Again' : 'Patient Called'
    void changeStatus(patient, { status: 'called', windowId: counter.id }, done)
  }

  const commands: PatientCommands = {
    ...model.commands,
    call,
    recall: call,
    // Patients here have been dispensed already.
    dispense() {},
    complete: setStatus('completed', 'Patient Completed'),
    requeue: (patient, requeueReason, holdMinutes) =>
      void changeStatus(
        patient,
        { status: 'requeue', requeueReason, holdMinutes },
        'Patient Requeued',
      ),
  }

  const counter = model.dispensary
  const present = computed(
    () => model.shown.value.find(({ id }) => id === counter.value?.currentPatientId) ?? null,
  )
  const next = computed(() => counter.value && model.previewNext(counter.value))

  /** Who is at the counter is completed. */
  function callNext() {
    const room = counter.value
    if (!room?.isActive) return toastError('DISPENSARY window is not active')
    if (!next.value) return toast('Nobody is waiting.')
    void model.callNext(room, present.value && 'completed')
  }

  return {
    ...model,
    present,
    next,
    callNext,
    held: computed(() => model.held.value.filter(isForDispensary)),
    listed,
    callable: computed(() => listed.value.filter(patient => !isActive(patient))),
    priority: computed(() => listed.value.filter(patient => patient.isPriority)),
    others: computed(() => listed.value.filter(patient => !patient.isPriority)),
    commands,
  }
}
