import type { Call } from '#domain/events'
import { MAX_MISSED_AGE_MS } from './announcement-timing.ts'

export type Announcement = { call: Call; phase: 'overlay' | 'blink' } | null

export type AnnouncementQueue = {
  lastSequence: number
  queue: Call[]
  /** Received calls that wait until a response tells what was before them. */
  awaited: Call[]
  showing: Announcement
  /** Stays true for the rest of an announcement whose patient was deleted. */
  isAnnouncing: boolean
  /** The time when other rooms or names were chosen. */
  viewChangedAt: string
}

export function startAfter(newestSequence: number): AnnouncementQueue {
  return {
    lastSequence: newestSequence,
    queue: [],
    awaited: [],
    showing: null,
    isAnnouncing: false,
    viewChangedAt: '',
  }
}

/** A call after a gap waits. So does a new one that seems old: the server's clock was set back. */
export function receiveCall(previous: AnnouncementQueue, call: Call, now: string) {
  const isNext = isRecent(call, now) && !hasGap(previous, call)
  if (isNext) return enqueueCalls(previous, [call], now)
  return { ...previous, awaited: [...previous.awaited, call] }
}

/** Queues each call once, in sequence; drops those older than 30 s. */
export function enqueueCalls(
  previous: AnnouncementQueue,
  calls: Call[],
  now: string,
): AnnouncementQueue {
  const bySequence = new Map(calls.map(call => [call.sequence, call] as const))
  const fresh = Array.from(bySequence.values()).filter(
    call => call.sequence > previous.lastSequence,
  )
  // Old TVs lack toSorted.
  fresh.sort((a, b) => a.sequence - b.sequence)
  const playable = fresh.filter(call => isRecent(call, now))
  const next = {
    ...previous,
    lastSequence: fresh[fresh.length - 1]?.sequence ?? previous.lastSequence,
    queue: [...previous.queue, ...playable],
  }
  return next.isAnnouncing || next.queue.length === 0 ? next : announceNext(next)
}

export function announceNext(previous: AnnouncementQueue): AnnouncementQueue {
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

type Fetched = {
  /** It is null when the server did not respond. */
  missed: Call[] | null
  /** The call after the gap, announced even without a response. */
  received?: Call | undefined
  /** The sequence of a call that this TV does not show. */
  skipped: number
}

export function fillGap(previous: AnnouncementQueue, fetched: Fetched, now: string) {
  const { missed, received, skipped } = fetched
  const { viewChangedAt } = previous
  // A clock that was set back since then says nothing about the order.
  const isOfView = ({ calledAt }: Call) => calledAt >= viewChangedAt || now < viewChangedAt
  const calls = (missed || []).filter(isOfView)
  // It may have been taken back meanwhile.
  if (received && previous.awaited.includes(received)) calls.push(received)
  const awaited = previous.awaited.filter(call => call !== received)
  const filled = enqueueCalls({ ...previous, awaited }, calls, now)
  return missed ? skipTo(filled, skipped) : filled
}

export function skipTo(previous: AnnouncementQueue, sequence: number): AnnouncementQueue {
  return { ...previous, lastSequence: Math.max(previous.lastSequence, sequence) }
}

/** `null`: all patients were deleted. */
export function removePatient(
  previous: AnnouncementQueue,
  patientId: number | null,
): AnnouncementQueue {
  const stays = (call: Call) => patientId !== null && call.patientId !== patientId
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

export function hasGap(
  { lastSequence }: Pick<AnnouncementQueue, 'lastSequence'>,
  { sequence }: Pick<Call, 'sequence'>,
) {
  return sequence > lastSequence + 1
}

function isRecent({ calledAt }: Call, now: string) {
  return Date.parse(now) - Date.parse(calledAt) <= MAX_MISSED_AGE_MS
}
