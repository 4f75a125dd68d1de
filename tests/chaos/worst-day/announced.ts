import type { Check } from './agree.ts'

/** A call as the rows have it, and when it was made by the clock on the wall. */
type MadeCall = { sequence: number; label: string; atMs: number }
/** When a TV could hear nothing, until it surely heard again; by the clock on the wall. */
export type Deaf = { fromMs: number; toMs: number; clockJumped: boolean }

/** What is older after a reconnect is shown without being announced. */
const MISSED_ARE_PLAYED_FOR_MS = 30_000
/** For an answer that is under way, and for seconds that are cut off. */
const TOLERATED_MS = 3_000

/** A TV announces every call that it was told of, once, in order. One check a call, one a stray. */
export function announcedRightly(tv: string, said: string[], calls: MadeCall[], deaf: Deaf[]) {
  const { kept, strays } = inOrder(said, calls, deaf)
  const silent = calls.filter(call => !kept.has(call) && mayBeSilent(call, deaf))
  const checks = calls.map((call): Check => {
    const isRight = kept.has(call) || silent.includes(call)
    const fault = `${tv}: call ${call.sequence} was not announced: ${call.label}`
    return { about: tv, fault: isRight ? null : fault }
  })
  const wrong = strays.map(
    (label): Check => ({ about: tv, fault: `${tv}: announced twice or out of order: ${label}` }),
  )
  return { checks: [...checks, ...wrong], silent: silent.length }
}

function mayBeSilent({ atMs }: MadeCall, deaf: Deaf[]) {
  return deaf.some(({ fromMs, toMs, clockJumped }) => {
    if (atMs < fromMs - TOLERATED_MS || atMs > toMs) return false
    return clockJumped || toMs - atMs > MISSED_ARE_PLAYED_FOR_MS - TOLERATED_MS
  })
}

/**
 * The longest way to read what was said as these calls in their order. Where a patient was called twice
 * to one room and announced once, the call that had to be announced is taken to be the announced one.
 */
function inOrder(said: string[], calls: MadeCall[], deaf: Deaf[]) {
  const worth = calls.map(call => (mayBeSilent(call, deaf) ? 1 : 1.0001))
  const best = Array.from({ length: said.length + 1 }, () => new Float64Array(calls.length + 1))
  const at = (s: number, c: number) => best[s]?.[c] ?? 0
  const withBoth = (s: number, c: number) =>
    said[s] === calls[c]?.label ? at(s + 1, c + 1) + (worth[c] ?? 0) : 0
  for (let s = said.length - 1; s >= 0; s--) {
    for (let c = calls.length - 1; c >= 0; c--) {
      const row = best[s]
      if (row) row[c] = Math.max(at(s + 1, c), at(s, c + 1), withBoth(s, c))
    }
  }

  const kept = new Set<MadeCall>()
  const strays: string[] = []
  let [s, c] = [0, 0]
  for (let label = said[s]; label !== undefined; label = said[s]) {
    const call = calls[c]
    if (call && withBoth(s, c) > 0 && withBoth(s, c) === at(s, c)) {
      kept.add(call)
      s++
      c++
    } else if (call && at(s, c + 1) === at(s, c)) c++
    else {
      strays.push(label)
      s++
    }
  }
  return { kept, strays }
}
