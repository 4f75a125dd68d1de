import { MINUTE_MS } from '#domain/time'

/** Names may contain client input, which must not fill the memory. */
const MAX_ENTRIES = 2_000

export type ReadCache = <T>(name: string, read: () => Promise<T>) => Promise<T>

/** Caches reads until the next write, for a minute at most: lists depend on the clock. */
export function createReadCache(version: () => number, now: () => string): ReadCache {
  const cache = new Map<string, Promise<unknown>>()
  let cachedAt = ''

  return function cached<T>(name: string, read: () => Promise<T>) {
    const mark = `${version()} ${Math.floor(Date.parse(now()) / MINUTE_MS)}`
    if (mark !== cachedAt || cache.size >= MAX_ENTRIES) cache.clear()
    cachedAt = mark
    const existing = cache.get(name) as Promise<T> | undefined
    if (existing) return existing
    const result = read()
    cache.set(name, result)
    result.catch(() => cache.delete(name))
    return result
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
