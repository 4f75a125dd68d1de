import { effect, signal } from '@preact/signals-react'
import type { Receipt, SoundResult } from '#domain/display/tv-report'
import type { Call } from '#domain/events'
import { isLive, onEventsMissed, onLiveEvent } from '../data/live-state.ts'
import { isAsRendered } from '../data/live-version.ts'
import { POLL_MS } from '../data/polling-intervals.ts'
import { serverNow } from '../data/server-clock.ts'
import {
  BLINK_TOGGLE_MS,
  BLINK_TOGGLES,
  enqueueCalls,
  hasGap,
  isRecent,
  MAX_MISSED_AGE_MS,
  OVERLAY_MIN_MS,
  startAfter,
} from './announcement-queue.ts'

export type Announcement = { call: Call; phase: 'overlay' | 'blink' } | null

type Options = {
  newestSequence: number
  newestShown(): number
  /** Calls after a sequence, oldest first. */
  fetchCalls(after: number): Promise<Call[]>
  /** Resolves when the sound has ended, or was stopped; never rejects. `waiting`: calls after this one. */
  playSound(call: Call, waiting: number, onStart: (result: SoundResult) => void): Promise<void>
  stopSound?(): void
  /** Once for each call, when it is on the screen and its sound has begun or failed. */
  onShown?(receipt: Receipt): void
}

const MAX_GAP_ATTEMPTS = 3
const GAP_RETRY_MS = 1_000

export function createAnnouncer(options: Options) {
  const { newestSequence, newestShown, fetchCalls, playSound, stopSound, onShown } = options
  const showing = signal<Announcement>(null)
  let announcements = startAfter(newestSequence)
  /** Received calls that wait until the gap before them is fetched. */
  const awaited = new Set<Call>()
  let isAnnouncing = false
  let isWatching = false
  /** When this TV was told to show other rooms or names, ISO 8601; empty once no call from before is played anyway. */
  let changedAt = ''
  let changeTimer: ReturnType<typeof setTimeout> | undefined
  let isPolling = false
  let blinkTimer: ReturnType<typeof setTimeout> | undefined

  function enqueue(calls: Call[]) {
    if (!isWatching) return
    announcements = enqueueCalls(announcements, calls, serverNow())
    if (!isAnnouncing && announcements.queue.length > 0) void announceAll()
  }

  async function announceAll() {
    isAnnouncing = true
    clearTimeout(blinkTimer)
    for (let call = dequeue(); call; call = dequeue()) {
      showing.value = { call, phase: 'overlay' }
      let onStart = (_: SoundResult) => {}
      const sound = new Promise<SoundResult>(resolve => (onStart = resolve))
      if (onShown) void report(call, sound, onShown)
      const { length } = announcements.queue
      await Promise.all([playSound(call, length, onStart), wait(OVERLAY_MIN_MS)])
      // Null after the patient was deleted.
      if (announcements.queue.length === 0 && showing.value !== null) blink(call)
    }
    isAnnouncing = false
  }

  function dequeue() {
    const [call, ...queue] = announcements.queue
    announcements = { ...announcements, queue }
    return call
  }

  function blink(call: Call) {
    showing.value = { call, phase: 'blink' }
    blinkTimer = setTimeout(() => (showing.value = null), BLINK_TOGGLES * BLINK_TOGGLE_MS)
  }

  async function fetchWithRetry(after: number) {
    for (let attempt = 1; attempt <= MAX_GAP_ATTEMPTS; attempt++) {
      try {
        return await fetchCalls(after)
      } catch {
        if (attempt < MAX_GAP_ATTEMPTS) await wait(GAP_RETRY_MS)
        if (!isWatching) break
      }
    }
    return null
  }

  /** Fetches missed calls. `received` is announced even when the server does not respond. */
  async function catchUp(received?: Call, skipped = 0) {
    if (received) awaited.add(received)
    const missed = await fetchWithRetry(announcements.lastSequence)
    // A TV that shows other rooms since then does not ring what was before.
    const calls = (missed || []).filter(({ calledAt }) => calledAt >= changedAt)
    // Unless it was taken back meanwhile.
    if (received && awaited.delete(received)) calls.push(received)
    if (calls.length > 0) enqueue(calls)
    if (missed) skipTo(skipped)
  }

  /** One at a time: on a silent network they would keep the connections that the event stream needs. */
  function poll() {
    if (isLive.value || isPolling) return
    isPolling = true
    void catchUp().then(() => (isPolling = false))
  }

  /** A call that this TV does not show. */
  function skipTo(sequence: number) {
    const lastSequence = Math.max(announcements.lastSequence, sequence)
    announcements = { ...announcements, lastSequence }
  }

  /** `null`: all patients were deleted. */
  function removePatient(patientId: number | null) {
    const isGone = (call: Call) => patientId === null || call.patientId === patientId
    const queue = announcements.queue.filter(call => !isGone(call))
    announcements = { ...announcements, queue }
    awaited.forEach(call => {
      if (isGone(call)) awaited.delete(call)
    })
    if (showing.value && isGone(showing.value.call)) stopShowing()
  }

  function stopShowing() {
    showing.value = null
    stopSound?.()
  }

  function watch() {
    isWatching = true
    const stops = [
      onLiveEvent('patient:called', call => {
        // A new call that seems old: the server's clock was set back, and its response corrects ours.
        const seemsOld = !isRecent(call, serverNow())
        if (seemsOld || hasGap(announcements, call)) void catchUp(call)
        else enqueue([call])
      }),
      onLiveEvent('call:skipped', ({ sequence }) => {
        if (hasGap(announcements, { sequence })) void catchUp(undefined, sequence)
        else skipTo(sequence)
      }),
      onLiveEvent('tv:changed', ({ isNewView }) => {
        if (!isNewView) return
        changedAt = serverNow()
        // By a timer: the clock may be set back meanwhile.
        clearTimeout(changeTimer)
        changeTimer = setTimeout(() => (changedAt = ''), MAX_MISSED_AGE_MS)
        // What waits was meant for the view before.
        removePatient(null)
      }),
      onLiveEvent('queue:updated', ({ patientId, isGone }) => isGone && removePatient(patientId)),
      onEventsMissed(() => void catchUp()),
      // A dead connection is noticed late: the polled data may be newer than the last event.
      effect(() => {
        if (newestShown() > announcements.lastSequence) void catchUp()
      }),
    ]
    if (isLive.value && !isAsRendered()) void catchUp()
    const timer = setInterval(poll, POLL_MS.currentCall)
    return () => {
      isWatching = false
      clearInterval(timer)
      clearTimeout(changeTimer)
      for (const stop of stops) stop()
      removePatient(null)
    }
  }

  return { showing, watch, lastSequence: () => announcements.lastSequence }
}

async function report(
  { sequence }: Call,
  sound: Promise<SoundResult>,
  onShown: (receipt: Receipt) => void,
) {
  await painted()
  const shownAt = serverNow()
  onShown({ sequence, shownAt, sound: await sound })
}

/** After the frame that shows what was just changed. */
function painted() {
  return new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

function wait(ms: number) {
  return new Promise<void>(resolve => setTimeout(resolve, ms))
}
