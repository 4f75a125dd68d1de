const MINUTE_MS = 60_000
/** Names may hold what strangers sent; a flood of them must not fill the memory. */
const MAX_ENTRIES = 2_000

export type ReadCache = <T>(name: string, read: () => Promise<T>) => Promise<T>

/**
 * Keeps what was read until something is written, and a minute at most, because who is listed depends on
 * the clock as well. Forty screens that look again at once then cost one read.
 */
export function createReadCache(version: () => number, now: () => string): ReadCache {
  const cache = new Map<string, Promise<unknown>>()
  let cachedAt = ''

  return function cached<T>(name: string, read: () => Promise<T>) {
    const mark = `${version()} ${Math.floor(Date.parse(now()) / MINUTE_MS)}`
    if (mark !== cachedAt || cache.size >= MAX_ENTRIES) cache.clear()
    cachedAt = mark
    // The name stands for one kind of answer, so it is a T again.
    const existing = cache.get(name) as Promise<T> | undefined
    if (existing) return existing
    const result = read()
    cache.set(name, result)
    result.catch(() => cache.delete(name))
    return result
  }
}
