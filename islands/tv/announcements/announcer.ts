import { effect, signal } from '@preact/signals-react'
import type { Receipt, SoundResult } from '#domain/display/tv-report'
import type { Call } from '#domain/events'
import { isLive, onEventsMissed, onLiveEvent } from '../../data/live-state.ts'
import { isAsRendered } from '../../data/live-version.ts'
import { POLL_MS } from '../../data/polling-intervals.ts'
import { serverNow } from '../../data/server-clock.ts'
import {
  type Announcement,
  type AnnouncementQueue,
  announceNext,
  enqueueCalls,
  fillGap,
  hasGap,
  isRecent,
  removePatient,
  skipTo,
  startAfter,
} from './announcement-queue.ts'
import {
  BLINK_TOGGLE_MS,
  BLINK_TOGGLES,
  MAX_MISSED_AGE_MS,
  OVERLAY_MIN_MS,
} from './announcement-timing.ts'

type Options = {
  newestSequence: number
  newestShown(): number
  /** Resolves to the calls after a sequence, oldest first. */
  fetchCalls(after: number): Promise<Call[]>
  /** Resolves when the sound has ended or was stopped; `waiting` counts the calls after it. */
  playSound(call: Call, waiting: number, onStart: (result: SoundResult) => void): Promise<void>
  stopSound?: (() => void) | undefined
  /** Runs once for each call that is on the screen and whose sound has begun or failed. */
  onShown?: ((receipt: Receipt) => void) | undefined
}

const GAP_RETRY_MS = 1_000
/** A restart of the server takes as long; a call after the gap must not become too old. */
const GAP_RETRIES_MS = 12_000

/** Runs the effects of the announcement queue: its sounds, timers and requests. */
export function createAnnouncer(options: Options) {
  const { newestSequence, newestShown, fetchCalls, playSound, stopSound, onShown } = options
  const showing = signal<Announcement>(null)
  let state = startAfter(newestSequence)
  let isWatching = false
  let isPolling = false
  let blinkTimer: ReturnType<typeof setTimeout> | undefined

  function update(next: AnnouncementQueue) {
    const before = state.showing
    const after = next.showing
    state = next
    showing.value = after
    if (after === before) return
    clearTimeout(blinkTimer)
    if (after?.phase === 'overlay') announce(after.call)
    else if (after) blinkTimer = setTimeout(endBlink, BLINK_TOGGLES * BLINK_TOGGLE_MS)
    else if (before?.phase === 'overlay') stopSound?.()
  }

  const endBlink = () => update({ ...state, showing: null })

  function announce(call: Call) {
    const { sequence } = call
    const shown = onShown && painted()
    const sound = new Promise<SoundResult>(onStart => {
      const ended = playSound(call, state.queue.length, onStart)
      void Promise.all([ended, wait(OVERLAY_MIN_MS)]).then(() => update(announceNext(state)))
    })
    shown?.then(shownAt => sound.then(result => onShown?.({ sequence, shownAt, sound: result })))
  }

  function fetchMissed(giveUpAt = performance.now() + GAP_RETRIES_MS): Promise<Call[] | null> {
    return fetchCalls(state.lastSequence).catch(async () => {
      if (performance.now() >= giveUpAt) return null
      await wait(GAP_RETRY_MS)
      return isWatching ? fetchMissed(giveUpAt) : null
    })
  }

  function catchUp(received?: Call, skipped = 0) {
    if (received) update({ ...state, awaited: [...state.awaited, received] })
    return fetchMissed().then(missed => {
      if (isWatching) update(fillGap(state, { missed, received, skipped }, serverNow()))
    })
  }

  /** Two requests on a silent network would take connections that the event stream needs. */
  function poll() {
    if (isLive.value || isPolling) return
    isPolling = true
    void catchUp().then(() => (isPolling = false))
  }

  function onCalled(call: Call) {
    const now = serverNow()
    // If a new call seems old, the server's clock was set back: its response corrects ours.
    if (!isRecent(call, now) || hasGap(state, call)) void catchUp(call)
    else update(enqueueCalls(state, [call], now))
  }

  function onSkipped({ sequence }: { sequence: number }) {
    if (hasGap(state, { sequence })) void catchUp(undefined, sequence)
    else update(skipTo(state, sequence))
  }

  function watch() {
    isWatching = true
    let viewTimer: ReturnType<typeof setTimeout> | undefined
    const stops = [
      onLiveEvent('patient:called', onCalled),
      onLiveEvent('call:skipped', onSkipped),
      onLiveEvent('tv:changed', ({ isNewView }) => {
        if (!isNewView) return
        // The waiting calls were meant for the view before.
        update({ ...removePatient(state, null), viewChangedAt: serverNow() })
        // A comparison with the clock would fail if that is set back meanwhile.
        clearTimeout(viewTimer)
        viewTimer = setTimeout(() => update({ ...state, viewChangedAt: '' }), MAX_MISSED_AGE_MS)
      }),
      onLiveEvent('queue:updated', ({ patientId, isGone }) => {
        if (isGone) update(removePatient(state, patientId))
      }),
      onEventsMissed(() => void catchUp()),
      // A dead connection is noticed late: the polled data may be newer than the last event.
      effect(() => {
        if (newestShown() > state.lastSequence) void catchUp()
      }),
    ]
    if (isLive.value && !isAsRendered()) void catchUp()
    const timer = setInterval(poll, POLL_MS.currentCall)
    return () => {
      isWatching = false
      clearInterval(timer)
      clearTimeout(viewTimer)
      for (const stop of stops) stop()
      update(removePatient(state, null))
    }
  }

  return { showing, watch, lastSequence: () => state.lastSequence }
}

/** Resolves to the time of the frame that shows what was just changed. */
function painted() {
  return new Promise<string>(resolve =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(serverNow()))),
  )
}

function wait(ms: number) {
  return new Promise<void>(resolve => setTimeout(resolve, ms))
}
