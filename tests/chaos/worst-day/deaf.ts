import type { Deaf } from './announced.ts'
import type { ClockSet } from './clinic.ts'
import type { WifiTrouble } from './plan.ts'

/** From when to when; by the clock on the wall. */
export type Span = { fromMs: number; toMs: number }

const COMES_BACK_WITHIN_MS = 8_000
/** A dead connection is known to be one after 45 s, and a question on it given up after 10 s. */
const SILENCE_IS_KNOWN_WITHIN_MS = 55_000
/** Hardly up, down again: then it may not have come back in between. */
const HARDLY_UP_MS = 3_000

/** How long somebody may be deaf for whom the network was lost that way. */
export function deafAfter(how: WifiTrouble | 'killed', { fromMs, toMs }: Span): Span {
  const known = how === 'silent' ? Math.max(toMs, fromMs + SILENCE_IS_KNOWN_WITHIN_MS) : toMs
  return { fromMs, toMs: known + COMES_BACK_WITHIN_MS }
}

/** The same spans without overlaps, and whether somebody set the program's clock meanwhile. */
export function joined(spans: Span[], clocks: ClockSet[]): Deaf[] {
  const all: Span[] = []
  for (const span of spans.toSorted((one, other) => one.fromMs - other.fromMs)) {
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

/** When something happened by the clock on the wall, told by a clock that was set meanwhile. */
export function onTheWall(instant: string, clocks: ClockSet[]) {
  const told = Date.parse(instant)
  const fits = clocks.find(({ atMs, aheadMs }, n) => {
    const until = clocks[n + 1]?.atMs ?? Number.POSITIVE_INFINITY
    const real = told - aheadMs
    return real >= atMs - HARDLY_UP_MS && real <= until + HARDLY_UP_MS
  })
  return told - (fits?.aheadMs ?? 0)
}
