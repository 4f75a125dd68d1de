import type { Check } from './compare-views.ts'

/** A call in the database; `atMs` is real time, not the program's clock, which was set forward after `clockSetInMs`. */
type StoredCall = { sequence: number; label: string; atMs: number; clockSetInMs?: number }
/** When a TV received no events, in real time. */
export type OfflineSpan = { fromMs: number; toMs: number; clockJumped: boolean }

/** Older missed calls are shown without an announcement. */
const MISSED_ARE_PLAYED_FOR_MS = 30_000
/** For requests in progress and rounding to seconds. */
const TOLERATED_MS = 3_000
const SAVED_WITHIN_MS = 1_000

/** A TV announces each call once and in order: one check per call or unexpected announcement. */
export function checkAnnouncements(
  tv: string,
  labels: string[],
  calls: StoredCall[],
  offlineSpans: OfflineSpan[],
) {
  const { matched, unexpected } = matchInOrder(labels, calls, offlineSpans)
  const silent = calls.filter(call => !matched.has(call) && canBeSilent(call, offlineSpans))
  const checks = calls.map((call): Check => {
    const isRight = matched.has(call) || silent.includes(call)
    const clock =
      call.clockSetInMs === undefined ? '' : `, ${call.clockSetInMs} ms before a new time`
    const error = `${tv}: call ${call.sequence} was not announced: ${call.label}${clock}`
    return { about: tv, error: isRight ? null : error }
  })
  const unexpectedChecks = unexpected.map(
    (label): Check => ({ about: tv, error: `${tv}: announced twice or out of order: ${label}` }),
  )
  return { checks: [...checks, ...unexpectedChecks], silent: silent.length }
}

function canBeSilent({ atMs, clockSetInMs }: StoredCall, offlineSpans: OfflineSpan[]) {
  // It was still being saved when the hours were set forward, and arrived as one that is hours old.
  if (clockSetInMs !== undefined && clockSetInMs <= SAVED_WITHIN_MS) return true
  return offlineSpans.some(({ fromMs, toMs, clockJumped }) => {
    if (atMs < fromMs - TOLERATED_MS || atMs > toMs) return false
    return clockJumped || toMs - atMs > MISSED_ARE_PLAYED_FOR_MS - TOLERATED_MS
  })
}

/** The longest common subsequence; of equal calls it prefers one that had to be announced. */
function matchInOrder(labels: string[], calls: StoredCall[], offlineSpans: OfflineSpan[]) {
  const weights = calls.map(call => (canBeSilent(call, offlineSpans) ? 1 : 1.0001))
  const best = Array.from({ length: labels.length + 1 }, () => new Float64Array(calls.length + 1))
  const bestAt = (s: number, c: number) => best[s]?.[c] ?? 0
  const bestIfMatched = (s: number, c: number) =>
    labels[s] === calls[c]?.label ? bestAt(s + 1, c + 1) + (weights[c] ?? 0) : 0
  for (let s = labels.length - 1; s >= 0; s--) {
    for (let c = calls.length - 1; c >= 0; c--) {
      const row = best[s]
      if (row) row[c] = Math.max(bestAt(s + 1, c), bestAt(s, c + 1), bestIfMatched(s, c))
    }
  }

  const matched = new Set<StoredCall>()
  const unexpected: string[] = []
  let [s, c] = [0, 0]
  for (let label = labels[s]; label !== undefined; label = labels[s]) {
    const call = calls[c]
    if (call && bestIfMatched(s, c) > 0 && bestIfMatched(s, c) === bestAt(s, c)) {
      matched.add(call)
      s++
      c++
    } else if (call && bestAt(s, c + 1) === bestAt(s, c)) c++
    else {
      unexpected.push(label)
      s++
    }
  }
  return { matched, unexpected }
}
