import { computed } from '@preact/signals-react'
import type { Patient } from '#domain/patients/patient'
import { getAwaySince } from '#domain/queue/lists'
import type { Room } from '#domain/rooms/room'
import { toast, toastError } from '../../data/toasts.ts'
import { createCommands, type DeskTexts } from './desk-commands.ts'
import { createDeskData, type InitialData } from './desk-data.ts'
import { createPatientWrites } from './patient-writes.ts'

type Finish = 'completed' | 'dispensary' | null

/** Differences between the two desks. The functions may read signals. */
type DeskOptions = {
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

  /** Returns true if patients wait for another room. */
  const hasOthers = () => getCallable(data.queued.value).length > 0

  /** Calls the next patient. By default, a patient who is in the room is completed. */
  function callNext(finish: Finish = present.value && 'completed') {
    if (!room.value?.isActive) return toastError(texts.noRoom)
    if (!next.value)
      return toast(hasOthers() ? 'Nobody waits for this room.' : 'Nobody is waiting.')
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
    /** Away patients, longest away first. */
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
