import { MINUTE_MS } from '#domain/time'
import type { Database } from './open.ts'
import type { Table } from './table-versions.ts'

/** Names may contain client input, which must not fill the memory. */
const MAX_ENTRIES = 2_000

/** `tables`: all that it reads; without them every write clears it. */
export type ReadCache = <T>(
  name: string,
  read: () => Promise<T>,
  tables?: readonly Table[],
) => Promise<T>

/** Caches reads until the next write, for a minute at most: lists depend on the clock. */
export function createReadCache(version: Database['version'], now: () => string): ReadCache {
  const cache = new Map<string, { version: number; result: Promise<unknown> }>()
  let cachedAt = 0

  return function cached<T>(name: string, read: () => Promise<T>, tables?: readonly Table[]) {
    const minute = Math.floor(Date.parse(now()) / MINUTE_MS)
    if (minute !== cachedAt || cache.size >= MAX_ENTRIES) cache.clear()
    cachedAt = minute
    const current = version(tables)
    const existing = cache.get(name)
    if (existing?.version === current) return existing.result as Promise<T>
    const entry = { version: current, result: read() }
    cache.set(name, entry)
    entry.result.catch(() => {
      if (cache.get(name) === entry) cache.delete(name)
    })
    return entry.result
  }
}

/** Keeps the value of the newest key alone, whatever is written. */
export function createNewestCache<Value>() {
  let newest: { key: string; value: Promise<Value> } | null = null
  return (key: string, read: () => Promise<Value>) => {
    if (newest?.key === key) return newest.value
    const value = read()
    newest = { key, value }
    value.catch(() => {
      if (newest?.value === value) newest = null
    })
    return value
  }
}
