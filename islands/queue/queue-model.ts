import { computed, signal } from '@preact/signals-react'
import type { Patient } from '#domain/patients/patient'
import { getQueueLists, isForDispensary } from '#domain/queue/lists'
import { getCallableRooms } from '#domain/rooms/room'
import type { Finish } from '../calling/NextPatient.tsx'
import { api, unwrap } from '../data/api.ts'
import { sendUntilKnown } from '../data/retry-until-settled.ts'
import { toast, toastError } from '../data/toasts.ts'
import type { PatientCommands } from '../patients/patient-commands.ts'
import { createPatientListModel, type InitialData } from '../patients/patient-list-model.ts'
import { type Filter, findFirst, matchesFilter, matchesSearch } from './find-patients.ts'

export function createQueueModel(initial: InitialData) {
  // Specified: a failed status change on this screen is reverted silently.
  const messages = { statusFailed: null, deleteFailed: 'Failed to delete patient' }
  const model = createPatientListModel(initial, messages)
  const { changeStatus, setStatus } = model

  const selectedRoomId = signal<number | null>(null)
  const callableRooms = computed(() => getCallableRooms(model.shownRooms.value))
  const selectedRoom = computed(
    () => callableRooms.value.find(room => room.id === selectedRoomId.value) ?? null,
  )

  const search = signal('')
  const filter = signal<Filter>('All')
  const isShown = (patient: Patient) =>
    matchesSearch(patient, search.value) &&
    matchesFilter(patient, filter.value, model.clock.now.value)
  const lists = computed(() => getQueueLists(model.queued.value.filter(isShown)))
  const allHeld = computed(() => model.held.value.filter(patient => !isForDispensary(patient)))
  const held = computed(() => allHeld.value.filter(isShown))

  const present = computed(
    () => model.shown.value.find(({ id }) => id === selectedRoom.value?.currentPatientId) ?? null,
  )
  const next = computed(() => selectedRoom.value && model.previewNext(selectedRoom.value))

  /** Without a choice, a patient who is present is completed. */
  function callNext(finish: Finish = present.value && 'completed') {
    const room = selectedRoom.value
    if (!room) return toastError('Please select room first')
    if (!next.value) return toast('Nobody is waiting.')
    void model.callNext(room, finish)
  }

  const commands: PatientCommands = {
    ...model.commands,
    call(patient) {
      if (!selectedRoom.value) return toastError(whyNotCallable(patient))
      const windowId = selectedRoom.value.id
      // Whoever was searched for is found: the list is whole again.
      search.value = ''
      const done = patient.room?.id === windowId ? 'Call Again' : 'Patient successfully called'
      void changeStatus(patient, { status: 'called', windowId }, done)
    },
    recall(patient) {
      const change = { status: 'called', windowId: patient.lastRoom?.id } as const
      void changeStatus(patient, change, 'Patient successfully called')
    },
    dispense: setStatus('dispensary', 'Patient sent to dispensary'),
    complete: setStatus('completed', 'Patient marked as completed'),
    requeue(patient, requeueReason, holdMinutes) {
      const change = { status: 'requeue', requeueReason, holdMinutes } as const
      void changeStatus(patient, change, 'Patient successfully requeued')
    },
  }

  /** Without search and filter, so that every patient has a row. */
  function showAll() {
    search.value = ''
    filter.value = 'All'
  }

  function whyNotCallable(patient: Patient) {
    const ownRoom = model.shownRooms.value.find(({ id }) => id === patient.room?.id)
    return ownRoom && !ownRoom.isActive
      ? `${ownRoom.name} is not active`
      : 'Please select room first'
  }

  async function reset() {
    try {
      const { deletedCount } = await sendUntilKnown(
        headers => unwrap(api.patients['reset-queue'].$post({}, headers)),
        () => toast('Not sure the queue was reset', 'Waiting for the server…'),
      )
      model.patients.set(() => [])
      // Somebody may have been registered since.
      void model.refetch()
      const text = `${deletedCount} patients deleted, next number reset to 1`
      model.undo.offerReset('Queue Reset Complete', text)
    } catch {
      toastError('Queue Reset Error', 'Failed to reset queue. Please try again.')
      void model.refetch()
    }
  }

  return {
    ...model,
    held,
    /** Whatever the filter shows. */
    allHeld,
    /** Who can be called now, whatever the filter shows. */
    callable: computed(() => {
      const { priority, waiting } = getQueueLists(model.queued.value)
      return [...priority, ...waiting]
    }),
    lists,
    search,
    filter,
    isFiltered: computed(() => search.value.trim() !== '' || filter.value !== 'All'),
    firstMatch: computed(() => {
      const { priority, active, waiting } = lists.value
      return findFirst([...priority, ...active, ...waiting, ...held.value], search.value)
    }),
    callableRooms,
    selectedRoomId,
    selectedRoom,
    present,
    next,
    callNext,
    commands,
    showAll,
    reset,
  }
}
