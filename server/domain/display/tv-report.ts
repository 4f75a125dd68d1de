import { formatDuration } from '../time.ts'

/** `blocked` by the browser until somebody presses a key on the TV. */
export const SOUND_RESULTS = ['played', 'blocked', 'failed', 'off'] as const
export type SoundResult = (typeof SOUND_RESULTS)[number]

/** A TV has painted this call. `shownAt` is ISO 8601 in UTC; TVs of 1.0.0 send no `calledAt`. */
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
  /** The patient's row shows it: '2 of 3 TVs; Hall silent'. */
  text: string
}

/** The calls of a day: shown, shown without their sound, and not shown within five seconds. */
export type TvDay = { shown: number; unheard: number; missed: number }

export const HEARTBEAT_INTERVAL_MS = 30_000
/** Two heartbeats are missing, and the third is late. */
export const SILENT_AFTER_MS = 80_000

export type Heartbeat = {
  build: string
  viewport: { width: number; height: number }
  audio: 'ready' | 'blocked' | 'off'
  /** How much the TV's clock is ahead of the server's. */
  clockSkewMs: number
  /** The newest call that it has shown; 0 before the first. */
  lastSequence: number
  lastError: string | null
}

type TvState = 'on' | 'silent' | 'new'

/** `since`: the last sign of a silent TV, ISO 8601; null for a new one. */
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
