import type { Call } from '#domain/events'

export const OVERLAY_MIN_MS = 5_000
export const BLINK_TOGGLES = 10
export const BLINK_TOGGLE_MS = 400
const MAX_MISSED_AGE_MS = 30_000
export const TV_HISTORY_ROWS = 3
export const PREVIEW_HISTORY_ROWS = 4

/** What a TV knows of calls: the last one it took up, and those it still has to announce. */
export type AnnouncementQueue = { lastSequence: number; queue: Call[] }

/** A fresh load plays nothing old: it starts behind the newest call there is. */
export function startAfter(newestSequence: number): AnnouncementQueue {
  return { lastSequence: newestSequence, queue: [] }
}

/**
 * Takes up calls that a TV heard of, however often it hears of them: each is announced once, in sequence.
 * Calls older than 30 s (missed while away) are shown without being announced. Whoever hears a call that
 * leaves a gap asks for what lies between before it takes that call up.
 */
export function enqueueCalls(
  before: AnnouncementQueue,
  calls: Call[],
  now: string,
): AnnouncementQueue {
  const once = new Map(calls.map(call => [call.sequence, call] as const))
  const fresh = Array.from(once.values()).filter(call => call.sequence > before.lastSequence)
  // In place: the copy is our own, and old TVs know no other way.
  fresh.sort((one, other) => one.sequence - other.sequence)
  const playable = fresh.filter(call => isRecent(call, now))
  return {
    lastSequence: fresh[fresh.length - 1]?.sequence ?? before.lastSequence,
    queue: [...before.queue, ...playable],
  }
}

/** True when a call was lost on the way and the TV has to ask for what lies between. */
export function hasGap({ lastSequence }: AnnouncementQueue, { sequence }: Call) {
  return sequence > lastSequence + 1
}

/** False for a call that was missed too long ago to be announced. */
export function isRecent({ calledAt }: Call, now: string) {
  return Date.parse(now) - Date.parse(calledAt) <= MAX_MISSED_AGE_MS
}
