import { computed, effect, signal } from '@preact/signals-react'
import { fold } from '#domain/fold'
import { ROOM_COOKIE } from '#domain/pages'
import { formatNumber, type Patient } from '#domain/patients/patient'
import { SEARCHED_FIELDS } from '#domain/patients/patient-fields'
import { getQueueLists, isForDispensary } from '#domain/queue/lists'
import { getQueueId, isServed } from '#domain/queues/patient-queue'
import { getCallableRooms, type Room } from '#domain/rooms/room'
import { api, unwrap } from '../../data/api.ts'
import { toast, toastError } from '../../data/toasts.ts'
import { getWaitingMinutes } from '../../patients/waiting-time.ts'
import { watchAll } from '../../ui/hooks/use-watch.ts'
import type { InitialData } from './desk-data.ts'
import { createDesk, type Desk } from './desk-model.ts'

const ONE_YEAR_S = 365 * 24 * 60 * 60

/** 'Over' lists patients who have waited beyond the clinic's limit. */
export const FILTERS = ['All', 'Priority', 'Requeued', 'Over'] as const
export type Filter = (typeof FILTERS)[number]

/** `savedRoom`: the room in this browser's cookie, or null. */
export type QueueData = InitialData & { savedRoom: string | null }

const TEXTS = {
  // Shows no toast, because the row visibly returns to its place.
  statusFailed: null,
  deleteFailed: 'Failed to delete patient',
  called: 'Patient successfully called',
  dispensed: 'Patient sent to dispensary',
  completed: 'Patient marked as completed',
  requeued: 'Patient successfully requeued',
  noRoom: 'Please select room first',
}

export function createQueueModel(initial: QueueData) {
  const selectedRoomId = signal(
    initial.rooms.find(room => toSaved(room) === initial.savedRoom)?.id ?? null,
  )
  const search = signal('')
  const filter = signal<Filter>('All')
  /** Id of a queue, null for General, or undefined for all queues. */
  const chosenQueue = signal<number | null | undefined>(undefined)

  const desk = createDesk(initial, {
    texts: TEXTS,
    findRoom: rooms =>
      getCallableRooms(rooms).find(({ id }) => id === selectedRoomId.value) ?? null,
    isListed: patient => !isForDispensary(patient),
    getCallable(queued) {
      const { priority, waiting } = getQueueLists(queued)
      return [...priority, ...waiting]
    },
    onCall() {
      search.value = ''
    },
  })

  const isShownBy = (patient: Patient, filter: Filter) =>
    matchesFilter(patient, filter, {
      now: desk.clock.now.value,
      limitMinutes: desk.rules.data.value.next.limitMinutes,
    })
  const isOfQueue = (patient: Patient) =>
    chosenQueue.value === undefined || getQueueId(patient) === chosenQueue.value
  const isFound = (patient: Patient) =>
    matchesSearch(patient, search.value) && isShownBy(patient, filter.value) && isOfQueue(patient)
  /** Resets the choice if the queue has ended, or if General is the only choice left. */
  function forgetEndedQueue() {
    const id = chosenQueue.value
    const isChoice = desk.queues.value.some(queue => id === null || queue.id === id)
    if (!isChoice) chosenQueue.value = undefined
  }
  const served = computed(() => desk.getServed(desk.room.value))
  const isServedHere = (patient: Patient) =>
    served.value === null || isServed(served.value, patient)
  const lists = computed(() => {
    const { priority, waiting, ...others } = getQueueLists(desk.queued.value.filter(isFound))
    return {
      ...others,
      priority: priority.filter(isServedHere),
      waiting: waiting.filter(isServedHere),
      unserved: [...priority, ...waiting].filter(patient => !isServedHere(patient)),
      held: desk.held.value.filter(isFound),
      away: desk.away.value.filter(isFound),
    }
  })

  return {
    ...desk,
    callableRooms: computed(() => getCallableRooms(desk.shownRooms.value)),
    selectedRoomId,
    search,
    filter,
    chosenQueue,
    isFiltered: computed(
      () => fold(search.value) !== '' || filter.value !== 'All' || chosenQueue.value !== undefined,
    ),
    lists,
    counts: computed(() =>
      FILTERS.map(name => {
        const isCounted = (patient: Patient) => isOfQueue(patient) && isShownBy(patient, name)
        return desk.callable.value.filter(isCounted).length
      }),
    ),
    firstMatch: computed(() => findFirst(inOrderOfSearch(lists.value), search.value)),
    watch: () =>
      watchAll(
        desk,
        { watch: () => saveRoom(desk.shownRooms, selectedRoomId) },
        { watch: () => effect(forgetEndedQueue) },
      ),
    reset: () => void resetQueue(desk),
  }
}

type Lists = Record<'priority' | 'active' | 'waiting' | 'unserved' | 'held' | 'away', Patient[]>

function inOrderOfSearch({ priority, active, waiting, unserved, held, away }: Lists) {
  return [priority, active, waiting, unserved, held, away].flat()
}

/** Saves id and name for rendering, because after a restore the id may belong to another room. */
export function saveRoom(rooms: { value: Room[] }, selectedRoomId: { value: number | null }) {
  return effect(() => {
    const selected = rooms.value.find(({ id }) => id === selectedRoomId.value)
    if (!selected && selectedRoomId.value !== null) return
    const value = selected ? encodeURIComponent(toSaved(selected)) : ''
    const age = selected ? ONE_YEAR_S : 0
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing on plain http
    document.cookie = `${ROOM_COOKIE}=${value}; path=/queue; max-age=${age}; SameSite=Lax`
  })
}

const toSaved = ({ id, name }: Room) => `${id} ${name}`

async function resetQueue({ writes, undo, refetch }: Desk) {
  const failed = 'Failed to reset queue. Please try again.'
  await writes.mutate({
    send: headers => unwrap(api.patients['reset-queue'].$post({}, headers)),
    untilKnown: true,
    onUnsure: () => toast('Not sure the queue was reset', 'Waiting for the server…'),
    failed,
    onFailure() {
      toastError('Queue Reset Error', failed)
      void refetch()
    },
    onSuccess({ deletedCount }) {
      const text = `${deletedCount} patients deleted, next number reset to 1`
      undo.offerReset('Queue Reset Complete', text)
    },
  })
}

/** Digits, with or without a prefix, match the start of a number. Other texts match any part. */
export function matchesSearch(patient: Patient, search: string) {
  const text = toSearched(search)
  if (text === '') return true
  if (matchesNumber(patient, text, (own, typed) => own.startsWith(typed))) return true
  if (/^\d+$/.test(text)) return false
  return SEARCHED_FIELDS.some(field => fold(patient[field] ?? '').includes(text))
}

const NUMBER = /^([a-z]?)[ -]?(\d+)$/

/** `B7`, `b007` and `7` all match B007. */
function matchesNumber(
  { number, label }: Patient,
  text: string,
  isMatch: (own: string, typed: string) => boolean,
) {
  const [, prefix, digits] = NUMBER.exec(text) ?? []
  if (digits === undefined) return false
  const isOfSeries = prefix === '' || label.toLowerCase().startsWith(`${prefix}`)
  return isOfSeries && [String(number), formatNumber(number)].some(own => isMatch(own, digits))
}

function toSearched(typed: string) {
  return fold(typed).replace(/^# ?/, '')
}

type Limit = { now: string; limitMinutes: number }

export function matchesFilter(patient: Patient, filter: Filter, { now, limitMinutes }: Limit) {
  switch (filter) {
    case 'All':
      return true
    case 'Priority':
      return patient.isPriority
    case 'Requeued':
      return patient.status === 'requeue'
    case 'Over':
      return getWaitingMinutes(patient, now) > limitMinutes
  }
}

/** Prefers the patient with exactly this number, so that `7` finds 007 before B007. */
export function findFirst(patients: Patient[], search: string) {
  const text = toSearched(search)
  const [, prefix = '', digits] = NUMBER.exec(text) ?? []
  const label = digits && formatNumber(Number(digits), prefix.toUpperCase())
  const isMeant = (patient: Patient) =>
    matchesNumber(patient, text, (own, typed) => Number(own) === Number(typed))
  // Prefers the later day if two days have the number.
  const [exact] = patients
    .filter(patient => patient.label === label)
    .toSorted((a, b) => b.day.localeCompare(a.day))
  return exact ?? patients.find(isMeant) ?? patients[0] ?? null
}
