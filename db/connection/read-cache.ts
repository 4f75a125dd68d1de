import { MINUTE_MS } from '#domain/time'
import type { Database } from './open.ts'
import type { Table } from './table-versions.ts'

/** Names may contain client input, which must not fill the memory. */
const MAX_ENTRIES = 2_000

type Entry = { version: number; turn: number | string; result: Promise<unknown> }

/**
 * The result is kept until a write to one of `tables`, or to any table if none are given; with an
 * empty list, writes do not matter. It is also only kept for its `turn`: the current minute, because
 * lists depend on the clock, or what the caller names.
 */
export type ReadCache = <T>(
  name: string,
  read: () => Promise<T>,
  tables?: readonly Table[],
  turn?: string,
) => Promise<T>

export function createReadCache(version: Database['version'], now: () => string): ReadCache {
  const cache = new Map<string, Entry>()
  let minute = 0

  /** Names with a turn of their own are few and without client input: they stay. */
  function clearAt(current: number) {
    if (current === minute && cache.size < MAX_ENTRIES) return
    for (const [name, { turn }] of cache) if (typeof turn === 'number') cache.delete(name)
    minute = current
  }

  return function cached<T>(
    name: string,
    read: () => Promise<T>,
    tables?: readonly Table[],
    ownTurn?: string,
  ) {
    clearAt(Math.floor(Date.parse(now()) / MINUTE_MS))
    const turn = ownTurn ?? minute
    const current = version(tables)
    const existing = cache.get(name)
    if (existing?.version === current && existing.turn === turn)
      return existing.result as Promise<T>
    const entry = { version: current, turn, result: read() }
    cache.set(name, entry)
    entry.result.catch(() => {
      if (cache.get(name) === entry) cache.delete(name)
    })
    return entry.result
  }
}
