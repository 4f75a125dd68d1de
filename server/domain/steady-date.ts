import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts'

/** The name under which it is stored. */
export const STEADY_DATE = 'steady-date'

/** Clocks are set by this much in everyday life, such as by NTP. */
const TOLERANCE_MS = 5 * MINUTE_MS
/** A program that looks later than this was asleep, or its steady clock is no steady one. */
const LONGEST_LOOK_MS = 10 * MINUTE_MS
/** A computer may be off for a night, and must then run for a fifth of that time. */
const MAX_SKIP_MS = 20 * HOUR_MS
const SKIP_PER_RUN = 5
/** A long weekend off says nothing about the clock. */
const LONGEST_CLOSURE_MS = 4 * DAY_MS
/** A computer without a clock of its own is set by the network this long after its start. */
const START_MS = 10 * MINUTE_MS
const LONGEST_DOUBT_MS = 7 * DAY_MS

/** A date that went on as steadily as time. All times are in ms, `wallAt` and alike since 1970. */
type Timeline = { wallAt: number; heldMs: number; skippedMs: number }

export type SteadyDate = Timeline & {
  /** When it was last held for a day, or was first seen. */
  trustedAt: number
  /** The date before it jumped: the clock may be set right again. */
  before: Timeline | null
  /** Where the clock was before a jump that no night and no weekend explains. */
  jumpedFrom: number | null
  /** The clock is behind just after a start, and may not have been set yet: this is not saved. */
  isUnset?: boolean
}

/**
 * `elapsedMs` is the steady time since the date was saved: 0 if unknown, or the most it can be;
 * `ranMs` is that since the program's start.
 */
export type Look = { wallAt: number; elapsedMs: number; isAtMost?: boolean; ranMs: number }

/** The date after another look at the clocks. It is held for as long as both go on alike. */
export function observeDate(date: SteadyDate | null, input: Look): SteadyDate {
  if (!date) return start(input.wallAt, input.wallAt)
  const look = { ...input, elapsedMs: clamp(input.elapsedMs, LONGEST_LOOK_MS) }
  const { trustedAt, before, jumpedFrom } = date
  const resumed = before && goOn(before, look)
  if (resumed) return settle({ ...resumed, trustedAt, before: null, jumpedFrom: null })
  const next = goOn(date, look)
  if (next) return settle({ ...next, trustedAt, before: before && wait(before, look), jumpedFrom })
  return jump(date, look)
}

export function confirmDate(wallAt: number): SteadyDate {
  return { ...start(wallAt, wallAt), heldMs: DAY_MS }
}

/** What is deleted at an age of `ageMs` needs as much steady time, and a day at most. */
export function isHeld({ heldMs }: SteadyDate, ageMs = DAY_MS) {
  return heldMs >= Math.min(ageMs, DAY_MS)
}

/** A clock that was set on by hours skips as much as a night does; with time that is made up for. */
export function isSteady({ heldMs, skippedMs }: SteadyDate, ageMs: number) {
  return heldMs >= ageMs && skippedMs <= TOLERANCE_MS
}

/** What an administrator should judge. Ordinary nights and weekends are no reason to ask. */
export function getDateDoubt(date: SteadyDate): 'jumped' | 'seldom on' | null {
  if (isHeld(date) || date.isUnset) return null
  if (date.jumpedFrom !== null) return 'jumped'
  return Math.abs(date.wallAt - date.trustedAt) > LONGEST_DOUBT_MS ? 'seldom on' : null
}

/** Null where the clock was set: back, or on by more than a night. */
function goOn(line: Timeline, look: Look): Timeline | null {
  const { wallAt, elapsedMs, isAtMost } = look
  const next = wait(line, {
    elapsedMs: isAtMost ? clamp(wallAt - line.wallAt, elapsedMs) : elapsedMs,
  })
  const driftMs = look.wallAt - next.wallAt
  const skippedMs = next.skippedMs + Math.max(driftMs, 0)
  if (driftMs < -TOLERANCE_MS || skippedMs > MAX_SKIP_MS) return null
  return { ...next, wallAt: look.wallAt, skippedMs }
}

/** The time as if the clock had gone on with the steady time. */
function wait(
  { wallAt, heldMs, skippedMs }: Timeline,
  look: Pick<Look, 'elapsedMs' | 'isAtMost'>,
): Timeline {
  const elapsedMs = look.isAtMost ? 0 : look.elapsedMs
  return {
    wallAt: wallAt + elapsedMs,
    heldMs: heldMs + elapsedMs,
    skippedMs: Math.max(0, skippedMs - SKIP_PER_RUN * elapsedMs),
  }
}

function clamp(ms: number, most: number) {
  return Math.min(Math.max(ms, 0), most)
}

function jump(date: SteadyDate, look: Look): SteadyDate {
  const { trustedAt, before, wallAt, heldMs, skippedMs } = date
  const line = wait(before ?? { wallAt, heldMs, skippedMs }, look)
  const isStart = look.ranMs <= START_MS
  const jumpMs = look.wallAt - wallAt
  const isFirst = look.elapsedMs === 0
  const isClosure = (isStart || isFirst) && jumpMs > 0 && jumpMs <= LONGEST_CLOSURE_MS
  const jumpedFrom = date.jumpedFrom ?? (isClosure ? null : wallAt)
  const next = { ...start(look.wallAt, trustedAt), before: line, jumpedFrom }
  return isStart && jumpMs < 0 ? { ...next, isUnset: true } : next
}

function start(wallAt: number, trustedAt: number): SteadyDate {
  return { wallAt, heldMs: 0, skippedMs: 0, trustedAt, before: null, jumpedFrom: null }
}

function settle(date: SteadyDate): SteadyDate {
  if (!isHeld(date)) return date
  return { ...date, trustedAt: date.wallAt, before: null, jumpedFrom: null }
}
