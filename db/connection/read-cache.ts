import { MINUTE_MS } from '#domain/time'
import type { Database } from './open.ts'
import type { Table } from './table-versions.ts'

/** Names may contain client input, which must not fill the memory. */
const MAX_ENTRIES = 2_000

type Entry = { version: number; turn: number | string; result: Promise<unknown> }

/** A result expires with a write to `tables` (default: all) or with `turn` (default: a minute). */
export type ReadCache = <T>(
  name: string,
  read: () => Promise<T>,
  tables?: readonly Table[],
  turn?: string,
) => Promise<T>

export function createReadCache(version: Database['version'], now: () => string): ReadCache {
  const cache = new Map<string, Entry>()
  let minute = 0

  /** Keeps entries with the caller's turn, because they are few and contain no client input. */
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
    const current = tables?.length === 0 ? 0 : version(tables)
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
