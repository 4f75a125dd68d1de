import type { WifiFault } from '../fault-plan.ts'
import type { ClockChange } from '../program.ts'
import type { OfflineSpan } from './announcements.ts'

/** In real time. */
export type Span = { fromMs: number; toMs: number }

const COMES_BACK_WITHIN_MS = 8_000
/** What was sent meanwhile gets no answer: a request gives up after 10 s, and the connection after 8 s. */
const SILENCE_IS_KNOWN_WITHIN_MS = 10_000
/** A shorter connection may not have been used to reconnect. */
const HARDLY_UP_MS = 3_000

/** How long a device may be offline after this fault. */
export function getOfflineSpan(fault: WifiFault | 'server', { fromMs, toMs }: Span): Span {
  const knownMs = fault === 'silent' ? SILENCE_IS_KNOWN_WITHIN_MS : 0
  return { fromMs, toMs: toMs + knownMs + COMES_BACK_WITHIN_MS }
}

/** Merges overlaps; `clockJumped` if the program's clock was set meanwhile. */
export function mergeSpans(spans: Span[], clocks: ClockChange[]): OfflineSpan[] {
  const all: Span[] = []
  for (const span of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = all.at(-1)
    if (last && span.fromMs - last.toMs < HARDLY_UP_MS) last.toMs = Math.max(last.toMs, span.toMs)
    else all.push({ ...span })
  }
  return all.map(({ fromMs, toMs }) => ({
    fromMs,
    toMs,
    clockJumped: clocks.some(
      ({ atMs }, n) => n > 0 && atMs >= fromMs - HARDLY_UP_MS && atMs <= toMs,
    ),
  }))
}

/** Converts the program's time to real time. */
export function toWallClock(instant: string, clocks: ClockChange[]) {
  const recordedMs = Date.parse(instant)
  const change = clocks.find(({ atMs, aheadMs }, n) => {
    const until = clocks[n + 1]?.atMs ?? Number.POSITIVE_INFINITY
    const realMs = recordedMs - aheadMs
    return realMs >= atMs - HARDLY_UP_MS && realMs <= until + HARDLY_UP_MS
  })
  return recordedMs - (change?.aheadMs ?? 0)
}
