import { formatDuration } from '../time.ts'

/** `blocked`: the browser blocks sound until somebody presses a key on the TV. */
export const SOUND_RESULTS = ['played', 'blocked', 'failed', 'off'] as const
export type SoundResult = (typeof SOUND_RESULTS)[number]

/** A TV has shown this call. `shownAt` is ISO 8601 in UTC. TVs of 1.0.0 omit `calledAt`. */
export type Receipt = {
  sequence: number
  calledAt?: string | undefined
  shownAt: string
  sound: SoundResult
}

export type CallReceipts = Record<SoundResult, number> & {
  patientId: number
  sequence: number
  expected: number
  missing: string[]
  text: string
}

/** Calls of a day. `unheard`: shown without sound. `missed`: not shown within five seconds. */
export type TvDay = { shown: number; unheard: number; missed: number }

export const HEARTBEAT_INTERVAL_MS = 30_000
/** Time until two heartbeats are missing and the third is late. */
export const SILENT_AFTER_MS = 80_000

export type Heartbeat = {
  build: string
  viewport: { width: number; height: number }
  audio: 'ready' | 'blocked' | 'off'
  /** Time by which the TV's clock is ahead of the server's clock. */
  clockSkewMs: number
  /** The newest call that the TV has shown, or 0. */
  lastSequence: number
  lastError: string | null
}

type TvState = 'on' | 'silent' | 'new'

/** `since`: the time of a silent TV's last message, ISO 8601; null if the TV is new. */
export type TvStatus = { state: TvState; since: string | null; heartbeat: Heartbeat | null }

export function formatTvDay({ shown, unheard, missed }: TvDay) {
  if (shown + missed === 0) return null
  return [
    `${shown} ${shown === 1 ? 'call' : 'calls'} today`,
    ...(unheard > 0 ? [`${unheard} without sound`] : []),
    ...(missed > 0 ? [`${missed} missed`] : []),
  ].join(', ')
}

export function formatState({ state, since }: TvStatus, now: string) {
  if (state === 'new') return 'Not connected yet'
  if (state === 'on' || since === null) return 'On'
  return `Silent for ${formatDuration(Math.max(0, Date.parse(now) - Date.parse(since)))}`
}
