import type { ClockChange } from './program.ts'

const COMES_BACK_WITHIN_MS = 8_000
/** A shorter connection may not have been used to reconnect. */
const HARDLY_UP_MS = 3_000
/** Older missed calls are shown without an announcement. */
const MISSED_ARE_PLAYED_FOR_MS = 30_000
/** Requests may be in progress, and times are rounded to seconds. */
const TOLERATED_MS = 3_000
const SAVED_WITHIN_MS = 1_000
/** A device learns the new time from its next response. */
const LEARNS_TIME_WITHIN_MS = 15_000
/** A write that began while the device was offline is repeated with its deadline. */
const REPEATED_WITHIN_MS = 12_000

type Span = { fromMs: number; toMs: number }

/** When each device was offline, and what that excuses. */
export function createOfflineLog(devices: string[], clocks: ClockChange[]) {
  const spans: (Span & { device: string })[] = []

  /** `knownMs`: how long the device may not notice that it is back. */
  function add(device: string, fromMs: number, knownMs = 0) {
    spans.push({ device, fromMs, toMs: Date.now() + knownMs + COMES_BACK_WITHIN_MS })
  }

  /** Spans with hardly a connection between them are one. */
  function of(device: string): Span[] {
    const merged: Span[] = []
    const own = spans.filter(span => span.device === device)
    for (const { fromMs, toMs } of own.toSorted((a, b) => a.fromMs - b.fromMs)) {
      const last = merged.at(-1)
      if (last && fromMs - last.toMs < HARDLY_UP_MS) last.toMs = Math.max(last.toMs, toMs)
      else merged.push({ fromMs, toMs })
    }
    return merged
  }

  return {
    add,
    of,
    addAll(fromMs: number) {
      for (const device of devices) add(device, fromMs)
    },
    /** A write is too late only after a hang, a broken network or a change of the server's clock. */
    canBeLate(device: string, atMs: number) {
      return isIn(atMs, [
        ...clocks.map(clock => ({ fromMs: clock.atMs, toMs: clock.atMs + LEARNS_TIME_WITHIN_MS })),
        ...of(device).map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs + REPEATED_WITHIN_MS })),
      ])
    },
    /** A call is announced unless the TV missed it for long, or seemed to. */
    canBeSilent(tv: string, calledAt: string) {
      const missed = of(tv).map(({ fromMs, toMs }) => {
        const isJumped = clocks
          .slice(1)
          .some(({ atMs }) => atMs >= fromMs - HARDLY_UP_MS && atMs <= toMs)
        const playedMs = isJumped ? 0 : MISSED_ARE_PLAYED_FOR_MS - TOLERATED_MS
        return { fromMs: fromMs - TOLERATED_MS, toMs: toMs - playedMs }
      })
      // It was still being saved when the hours were set forward, and arrived hours old.
      const aged = clocks
        .filter(({ aheadMs }, n) => aheadMs > (clocks[n - 1]?.aheadMs ?? 0))
        .map(({ atMs }) => ({ fromMs: atMs - SAVED_WITHIN_MS, toMs: atMs }))
      return isIn(toRealTime(calledAt, clocks), [...missed, ...aged])
    },
  }
}

export type OfflineLog = ReturnType<typeof createOfflineLog>

function isIn(ms: number, spans: Span[]) {
  return spans.some(({ fromMs, toMs }) => ms >= fromMs && ms <= toMs)
}

function toRealTime(instant: string, clocks: ClockChange[]) {
  const recordedMs = Date.parse(instant)
  const change = clocks.find(({ atMs, aheadMs }, n) => {
    const untilMs = clocks[n + 1]?.atMs ?? Number.POSITIVE_INFINITY
    const realMs = recordedMs - aheadMs
    return realMs >= atMs - HARDLY_UP_MS && realMs <= untilMs + HARDLY_UP_MS
  })
  return recordedMs - (change?.aheadMs ?? 0)
}
