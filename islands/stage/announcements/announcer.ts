import { effect, signal } from '@preact/signals-react'
import type { Receipt, SoundResult } from '#domain/display/tv-report'
import { type Call, type CallPlace, formatCallPlace } from '#domain/events'
import { isAsRendered, isLive, onEventsMissed, onLiveEvent } from '../../data/live-state.ts'
import { POLL_MS } from '../../data/polling-intervals.ts'
import { serverNow } from '../../data/server-clock.ts'
import {
  type Announcement,
  type AnnouncementQueue,
  BLINK_TOGGLE_MS,
  BLINK_TOGGLES,
  changeView,
  endPhase,
  fillGap,
  OVERLAY_MIN_MS,
  type Received,
  receiveCall,
  removePatient,
  startAfter,
} from './announcement-queue.ts'

type Options = {
  newestCall: CallPlace
  newestShown(): number
  /** Resolves to the calls after a place, oldest first, or to all if the server has other data. */
  fetchCalls(after: string): Promise<Call[]>
  /** Resolves when the sound has ended or was stopped. `waiting` counts the calls after it. */
  playSound(call: Call, waiting: number, onStart: (result: SoundResult) => void): Promise<void>
  stopSound?: (() => void) | undefined
  /** Runs once for each call that is on the screen and whose sound has begun or failed. */
  onShown?: ((receipt: Receipt) => void) | undefined
}

const GAP_RETRY_MS = 1_000
/** Covers a restart of the server, but keeps the call after the gap fresh enough to announce. */
const GAP_RETRIES_MS = 12_000

export function createAnnouncer(options: Options) {
  const { newestCall, newestShown, fetchCalls, playSound, stopSound, onShown } = options
  const showing = signal<Announcement>(null)
  let state = startAfter(newestCall)
  let isWatching = false
  /** `resolve` runs when the stage has drawn the announcement, and never if the drawing fails. */
  let toDraw: { announcement: Announcement; resolve(): void } | null = null

  function update(next: AnnouncementQueue) {
    const before = state.showing
    const after = next.showing
    state = next
    showing.value = after
    if (after === before) return
    if (after) announce(after)
    else if (before?.phase === 'overlay') stopSound?.()
  }

  function announce(announcement: NonNullable<Announcement>) {
    const end = () => update(endPhase(state, announcement))
    const { call, phase } = announcement
    if (phase === 'blink') return void setTimeout(end, BLINK_TOGGLES * BLINK_TOGGLE_MS)
    const drawn = new Promise<void>(resolve => (toDraw = { announcement, resolve }))
    const sound = new Promise<SoundResult>(onStart => {
      const ended = playSound(call, state.queue.length, onStart)
      void Promise.all([ended, wait(OVERLAY_MIN_MS)]).then(end)
    })
    const { sequence, calledAt } = call
    if (onShown) {
      drawn
        .then(painted)
        .then(async shownAt => onShown({ sequence, calledAt, shownAt, sound: await sound }))
    }
  }

  async function catchUp(received?: Received) {
    const fetchMissed = () => fetchCalls(formatCallPlace(state.place))
    const missed = await retry(fetchMissed, () => isWatching)
    if (isWatching) update(fillGap(state, missed, received, serverNow()))
  }

  function onCalled(call: Received) {
    update(receiveCall(state, call, serverNow()))
    if (state.awaited.includes(call)) void catchUp(call)
  }

  function watch() {
    isWatching = true
    const stops = [
      onLiveEvent('patient:called', ({ call }) => onCalled(call)),
      onLiveEvent('call:skipped', onCalled),
      onLiveEvent('tv:changed', ({ isNewView }) => {
        if (isNewView) update(changeView(state, serverNow()))
      }),
      onLiveEvent('queue:updated', ({ patientId, isGone }) => {
        if (isGone) update(removePatient(state, patientId))
      }),
      onEventsMissed(() => void catchUp()),
      // A dead connection is noticed late, so polled data may be newer than the last event.
      effect(() => {
        if (newestShown() > state.place.sequence) void catchUp()
      }),
      pollWithoutLive(catchUp),
    ]
    if (isLive.value && !isAsRendered()) void catchUp()
    return () => {
      isWatching = false
      for (const stop of stops) stop()
      update(removePatient(state, null))
    }
  }

  function onDrawn(announcement: Announcement) {
    if (toDraw?.announcement === announcement) toDraw.resolve()
  }

  return { showing, onDrawn, watch, lastSequence: () => state.place.sequence }
}

/** Returns null if no request succeeds in time, or if the result is no longer wanted. */
async function retry<T>(request: () => Promise<T>, isWanted: () => boolean) {
  const giveUpAt = performance.now() + GAP_RETRIES_MS
  while (isWanted()) {
    const result = await request().catch(() => null)
    if (result || performance.now() >= giveUpAt) return result
    await wait(GAP_RETRY_MS)
  }
  return null
}

/** Polls one request at a time, because the event stream needs the browser's other connections. */
function pollWithoutLive(request: () => Promise<void>) {
  let isPolling = false
  const timer = setInterval(() => {
    if (isLive.value || isPolling) return
    isPolling = true
    void request().then(() => (isPolling = false))
  }, POLL_MS.currentCall)
  return () => clearInterval(timer)
}

/** Resolves to the time when the last drawing appears on the screen. */
function painted() {
  return new Promise<string>(resolve =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(serverNow()))),
  )
}

function wait(ms: number) {
  return new Promise<void>(resolve => setTimeout(resolve, ms))
}
