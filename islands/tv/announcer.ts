import { effect, signal } from '@preact/signals-react'
import type { Call } from '#domain/events'
import { isLive, onLiveEvent } from '../data/live-state.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { serverNow } from '../data/server-clock.ts'
import {
  BLINK_TOGGLE_MS,
  BLINK_TOGGLES,
  enqueueCalls,
  hasGap,
  isRecent,
  OVERLAY_MIN_MS,
  startAfter,
} from './announcement-queue.ts'

/** What a TV announces at this moment: first the overlay with its sound, then name and room blink. */
export type Announcement = { call: Call; phase: 'overlay' | 'blink' } | null

type Options = {
  newestSequence: number
  /** The newest call that the display shows by now, read from signals. */
  newestShown(): number
  /** Calls behind a sequence, oldest first. */
  ask(after: number): Promise<Call[]>
  /** Sounds a call once; resolves when it is silent again, and never rejects. */
  sound(call: Call): Promise<void>
}

const MAX_GAP_ATTEMPTS = 3
const GAP_RETRY_MS = 1_000

/** Announces every call once and in order, however it was heard of. */
export function createAnnouncer({ newestSequence, newestShown, ask, sound }: Options) {
  const showing = signal<Announcement>(null)
  let announcements = startAfter(newestSequence)
  let isAnnouncing = false
  let isWatching = false
  let blinking: ReturnType<typeof setTimeout> | undefined

  function hear(calls: Call[]) {
    announcements = enqueueCalls(announcements, calls, serverNow())
    if (!isAnnouncing) void announceAll()
  }

  async function announceAll() {
    isAnnouncing = true
    clearTimeout(blinking)
    for (let call = next(); call; call = next()) {
      showing.value = { call, phase: 'overlay' }
      await Promise.all([sound(call), wait(OVERLAY_MIN_MS)])
      // Null when the patient was deleted meanwhile.
      if (announcements.queue.length === 0 && showing.value !== null) blink(call)
    }
    isAnnouncing = false
  }

  function next() {
    const [call, ...queue] = announcements.queue
    announcements = { ...announcements, queue }
    return call
  }

  /** Does not hold up a call that comes meanwhile. */
  function blink(call: Call) {
    showing.value = { call, phase: 'blink' }
    blinking = setTimeout(() => (showing.value = null), BLINK_TOGGLES * BLINK_TOGGLE_MS)
  }

  /** An answer that was lost once must not cost the calls of a gap. */
  async function askPatiently(after: number) {
    for (let attempt = 1; attempt <= MAX_GAP_ATTEMPTS; attempt++) {
      try {
        return await ask(after)
      } catch {
        if (attempt < MAX_GAP_ATTEMPTS) await wait(GAP_RETRY_MS)
        if (!isWatching) break
      }
    }
    return []
  }

  /** Asks for whatever was missed. `known` is played in any case, even when nobody answers. */
  async function catchUp(known: Call[] = []) {
    const missed = await askPatiently(announcements.lastSequence)
    if (missed.length + known.length > 0) hear([...missed, ...known])
  }

  /** A deleted patient is called no more; without a patient everyone was deleted. */
  function forget(patientId: number | null) {
    const isGone = (call: Call) => patientId === null || call.patientId === patientId
    const queue = announcements.queue.filter(call => !isGone(call))
    announcements = { ...announcements, queue }
    if (showing.value && isGone(showing.value.call)) showing.value = null
  }

  function watch() {
    isWatching = true
    const stops = [
      onLiveEvent('patient:called', call => {
        // Just said and already old: the server's clock was set back, and its answer tells the time anew.
        const seemsOld = !isRecent(call, serverNow())
        if (seemsOld || hasGap(announcements, call)) void catchUp([call])
        else hear([call])
      }),
      onLiveEvent('queue:updated', ({ patientId, isGone }) => isGone && forget(patientId)),
      onLiveEvent('clinic:joined', () => void catchUp()),
      onLiveEvent('tv:connected', () => void catchUp()),
      // A connection can be dead for a while before it is known to be: the polled picture knows first.
      effect(() => {
        if (newestShown() > announcements.lastSequence) void catchUp()
      }),
    ]
    if (isLive.value) void catchUp()
    const timer = setInterval(() => !isLive.value && void catchUp(), POLL_MS.currentCall)
    return () => {
      isWatching = false
      clearInterval(timer)
      for (const stop of stops) stop()
    }
  }

  return { showing, watch }
}

function wait(ms: number) {
  return new Promise<void>(resolve => setTimeout(resolve, ms))
}
