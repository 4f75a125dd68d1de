import { type Call, type CallPlace, formatCallPlace } from '#domain/events'

/** Most calls that the server lists at once. */
const MAX_KNOWN = 200

export type Announcement = { call: Call; phase: 'overlay' | 'blink' } | null

/** A call, or only its place if this TV does not show it. */
export type Received = Call | CallPlace

export type AnnouncementQueue = {
  /** The newest known call. After a restore, other calls may get the same sequences. */
  place: CallPlace
  /** The newest known calls, so that no call is announced twice. */
  known: string[]
  queue: Call[]
  /** Received calls that wait for a response with the calls before them. */
  awaited: Received[]
  showing: Announcement
  /** True until an announcement ends, even if its patient was deleted. */
  isAnnouncing: boolean
  /** Time of the last change of the TV's rooms or names. */
  viewChangedAt: string
}

export function startAfter(place: CallPlace): AnnouncementQueue {
  return {
    place,
    known: [formatCallPlace(place)],
    queue: [],
    awaited: [],
    showing: null,
    isAnnouncing: false,
    viewChangedAt: '',
  }
}

/** Queues the next call. Other calls, and calls that seem old, wait in `awaited`. */
export function receiveCall(previous: AnnouncementQueue, call: Received, now: string) {
  if (previous.known.includes(formatCallPlace(call))) return previous
  const isNext = isRecent(call, now) && call.sequence === previous.place.sequence + 1
  if (isNext) return enqueueCalls(previous, [call], now)
  return { ...previous, awaited: [...previous.awaited, call] }
}

/** Queues each call once, in sequence, and drops calls older than 30 s. */
function enqueueCalls(
  previous: AnnouncementQueue,
  calls: Received[],
  now: string,
): AnnouncementQueue {
  // With other data, the server lists the whole day, whose times may come from another clock.
  const isOfOtherData = calls.some(({ sequence }) => sequence <= previous.place.sequence)
  const known = previous.known.slice()
  const queue = previous.queue.slice()
  // Sorts in place, because old TVs lack toSorted.
  for (const call of calls.sort((a, b) => a.sequence - b.sequence)) {
    const key = formatCallPlace(call)
    if (known.includes(key)) continue
    known.push(key)
    if ('name' in call && isRecent(call, now, isOfOtherData)) queue.push(call)
  }
  const next = {
    ...previous,
    place: calls[calls.length - 1] ?? previous.place,
    known: known.slice(-MAX_KNOWN),
    queue,
  }
  return next.isAnnouncing || next.queue.length === 0 ? next : announceNext(next)
}

function announceNext(previous: AnnouncementQueue): AnnouncementQueue {
  const [call, ...queue] = previous.queue
  if (call) return { ...previous, queue, isAnnouncing: true, showing: { call, phase: 'overlay' } }
  const { showing } = previous
  const blinking: Announcement = showing && { call: showing.call, phase: 'blink' }
  return { ...previous, isAnnouncing: false, showing: blinking }
}

/** Does nothing if a later call has already replaced a blinking call. */
export function endPhase(previous: AnnouncementQueue, ended: NonNullable<Announcement>) {
  if (ended.phase === 'overlay') return announceNext(previous)
  return previous.showing === ended ? { ...previous, showing: null } : previous
}

/** Queues the calls of a gap. `missed` is null if the server did not respond. */
export function fillGap(
  previous: AnnouncementQueue,
  missed: Call[] | null,
  received: Received | undefined,
  now: string,
) {
  const { viewChangedAt } = previous
  // If the clock was set back after the view changed, the times do not show the order.
  const isOfView = ({ calledAt }: Call) => calledAt >= viewChangedAt || now < viewChangedAt
  const calls: Received[] = (missed || []).filter(isOfView)
  // The call may have been undone during the request.
  const isAwaited = received && previous.awaited.includes(received)
  // If the request failed, queues only a call with all its data. A later request brings the rest.
  if (isAwaited && (missed || 'name' in received)) calls.push(received)
  const awaited = previous.awaited.filter(call => call !== received)
  return enqueueCalls({ ...previous, awaited }, calls, now)
}

/** `patientId`: null if all patients were deleted. */
export function removePatient(
  previous: AnnouncementQueue,
  patientId: number | null,
): AnnouncementQueue {
  const stays = (call: Partial<Call>) => patientId !== null && call.patientId !== patientId
  const { queue, awaited, showing } = previous
  return {
    ...previous,
    queue: queue.filter(stays),
    awaited: awaited.filter(stays),
    showing: showing && stays(showing.call) ? showing : null,
  }
}

/** Drops the waiting calls, because they belong to the previous view. */
export function changeView(previous: AnnouncementQueue, now: string) {
  return { ...removePatient(previous, null), viewChangedAt: now }
}

function isRecent({ calledAt }: CallPlace, now: string, isOfOtherData?: boolean) {
  const ageMs = Date.parse(now) - Date.parse(calledAt)
  return (isOfOtherData ? Math.abs(ageMs) : ageMs) <= MAX_MISSED_AGE_MS
}

export const OVERLAY_MIN_MS = 5_000
export const BLINK_TOGGLES = 10
export const BLINK_TOGGLE_MS = 400
export const MAX_MISSED_AGE_MS = 30_000
export const TV_HISTORY_ROWS = 3
export const PREVIEW_HISTORY_ROWS = 4
