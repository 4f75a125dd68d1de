import type { Call } from '#domain/events'

export const OVERLAY_MIN_MS = 5_000
export const BLINK_TOGGLES = 10
export const BLINK_TOGGLE_MS = 400
export const MAX_MISSED_AGE_MS = 30_000
export const TV_HISTORY_ROWS = 3
export const PREVIEW_HISTORY_ROWS = 4

export type AnnouncementQueue = { lastSequence: number; queue: Call[] }

export function startAfter(newestSequence: number): AnnouncementQueue {
  return { lastSequence: newestSequence, queue: [] }
}

/** Queues each call once, in sequence; drops those older than 30 s. After a gap (`hasGap`), fetch first. */
export function enqueueCalls(
  previous: AnnouncementQueue,
  calls: Call[],
  now: string,
): AnnouncementQueue {
  const bySequence = new Map(calls.map(call => [call.sequence, call] as const))
  const fresh = Array.from(bySequence.values()).filter(
    call => call.sequence > previous.lastSequence,
  )
  // Not toSorted: old TVs lack it.
  fresh.sort((a, b) => a.sequence - b.sequence)
  const playable = fresh.filter(call => isRecent(call, now))
  return {
    lastSequence: fresh[fresh.length - 1]?.sequence ?? previous.lastSequence,
    queue: [...previous.queue, ...playable],
  }
}

export function hasGap({ lastSequence }: AnnouncementQueue, { sequence }: Pick<Call, 'sequence'>) {
  return sequence > lastSequence + 1
}

export function isRecent({ calledAt }: Call, now: string) {
  return Date.parse(now) - Date.parse(calledAt) <= MAX_MISSED_AGE_MS
}
