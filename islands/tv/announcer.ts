import { effect, signal } from '@preact/signals-react'
import type { Call } from '#domain/events'
import { isListening, onLive } from '../data/live-state.ts'
import { PACE } from '../data/polling-intervals.ts'
import { serverNow } from '../data/server-clock.ts'
import {
  BLINK_TOGGLE_MS,
  BLINK_TOGGLES,
  isYoungEnough,
  leavesGap,
  nothingOld,
  OVERLAY_SHOWS_MS,
  takeUp,
} from './announcement-queue.ts'

/** What a TV announces at this moment: first the overlay with its sound, then name and room blink. */
export type Showing = { call: Call; phase: 'overlay' | 'blink' } | null

type Options = {
  newestSequence: number
  /** The newest call that the display shows by now, read from signals. */
  newestShown(): number
  /** Calls behind a sequence, oldest first. */
  ask(after: number): Promise<Call[]>
  /** Sounds a call once; resolves when it is silent again, and never rejects. */
  sound(call: Call): Promise<void>
}

const ASKS_ABOUT_A_GAP = 3
const ASKS_ARE_APART_MS = 1_000

/** Announces every call once and in order, however it was heard of. */
export function openAnnouncer({ newestSequence, newestShown, ask, sound }: Options) {
  const showing = signal<Showing>(null)
  let announcements = nothingOld(newestSequence)
  let isAnnouncing = false
  let isWatching = false
  let blinking: ReturnType<typeof setTimeout> | undefined

  function hear(calls: Call[]) {
    announcements = takeUp(announcements, calls, serverNow())
    if (!isAnnouncing) void announceAll()
  }

  async function announceAll() {
    isAnnouncing = true
    clearTimeout(blinking)
    for (let call = next(); call; call = next()) {
      showing.value = { call, phase: 'overlay' }
      await Promise.all([sound(call), wait(OVERLAY_SHOWS_MS)])
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
    for (let attempt = 1; attempt <= ASKS_ABOUT_A_GAP; attempt++) {
      try {
        return await ask(after)
      } catch {
        if (attempt < ASKS_ABOUT_A_GAP) await wait(ASKS_ARE_APART_MS)
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
      onLive('patient:called', call => {
        // Just said and already old: the server's clock was set back, and its answer tells the time anew.
        const seemsOld = !isYoungEnough(call, serverNow())
        if (seemsOld || leavesGap(announcements, call)) void catchUp([call])
        else hear([call])
      }),
      onLive('queue:updated', ({ patientId, isGone }) => isGone && forget(patientId)),
      onLive('clinic:joined', () => void catchUp()),
      onLive('tv:connected', () => void catchUp()),
      // A connection can be dead for a while before it is known to be: the polled picture knows first.
      effect(() => {
        if (newestShown() > announcements.lastSequence) void catchUp()
      }),
    ]
    if (isListening.value) void catchUp()
    const timer = setInterval(() => !isListening.value && void catchUp(), PACE.currentCall)
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
