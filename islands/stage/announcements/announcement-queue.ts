import { type Call, type CallPlace, formatCallPlace } from '#domain/events'

/** The server lists so many at once. */
const MAX_KNOWN = 200

export type Announcement = { call: Call; phase: 'overlay' | 'blink' } | null

/** This TV knows the place only of a call that it does not show. */
export type Received = Call | CallPlace

export type AnnouncementQueue = {
  /** The newest call that it knows. A restore gives the same sequences to other calls. */
  place: CallPlace
  /** The newest calls that it knows, so that none is announced twice. */
  known: string[]
  queue: Call[]
  /** Received calls that wait until a response tells what was before them. */
  awaited: Received[]
  showing: Announcement
  /** Stays true for the rest of an announcement whose patient was deleted. */
  isAnnouncing: boolean
  /** The time when other rooms or names were chosen. */
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

/**
 * A call after a gap waits, and so does one of other data. So does a new one that seems old: the
 * server's clock was set back.
 */
export function receiveCall(previous: AnnouncementQueue, call: Received, now: string) {
  if (previous.known.includes(formatCallPlace(call))) return previous
  const isNext = isRecent(call, now) && call.sequence === previous.place.sequence + 1
  if (isNext) return enqueueCalls(previous, [call], now)
  return { ...previous, awaited: [...previous.awaited, call] }
}

/**
 * Queues each call once, in sequence; drops those older than 30 s. All are of the same data. Sorts
 * the array that it is given, because old TVs lack toSorted.
 */
function enqueueCalls(
  previous: AnnouncementQueue,
  calls: Received[],
  now: string,
): AnnouncementQueue {
  // Of other data the server lists the whole day, which another clock may have dated.
  const isOfOtherData = calls.some(({ sequence }) => sequence <= previous.place.sequence)
  const known = previous.known.slice()
  const queue = previous.queue.slice()
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

/** A phase that gave way to a later call ends without effect. */
export function endPhase(previous: AnnouncementQueue, ended: NonNullable<Announcement>) {
  if (ended.phase === 'overlay') return announceNext(previous)
  return previous.showing === ended ? { ...previous, showing: null } : previous
}

/**
 * `missed` is null when the server did not respond. The call after the gap is announced all the
 * same; one that this TV does not show is asked about again.
 */
export function fillGap(
  previous: AnnouncementQueue,
  missed: Call[] | null,
  received: Received | undefined,
  now: string,
) {
  const { viewChangedAt } = previous
  // A clock that was set back since then says nothing about the order.
  const isOfView = ({ calledAt }: Call) => calledAt >= viewChangedAt || now < viewChangedAt
  const calls: Received[] = (missed || []).filter(isOfView)
  // It may have been taken back meanwhile.
  const isAwaited = received && previous.awaited.includes(received)
  if (isAwaited && (missed || 'name' in received)) calls.push(received)
  const awaited = previous.awaited.filter(call => call !== received)
  return enqueueCalls({ ...previous, awaited }, calls, now)
}

/** `null`: all patients were deleted. */
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

/** The waiting calls were meant for the view before. */
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
