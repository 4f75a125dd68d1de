import { type ReadonlySignal, signal } from '@preact/signals-react'
import { type FactJson, getSettings } from '#domain/change'
import type { QueryKey } from '#domain/query-keys'
import { isAsRendered, isLive, markAlive } from './live-state.ts'
import { POLL_MS, POLL_WHILE_LIVE_MS } from './polling-intervals.ts'

type Query<T> = {
  data: ReadonlySignal<T>
  /** Sets data that is newer than any response still on its way. */
  set(change: (previous: T) => T): void
  /** Resolves when the data is at least as new as this call. Rejects if the request fails. */
  refetch(): Promise<void>
  watch(): () => void
}

type Options<T> = {
  every: number | null
  onlyWithoutLive?: boolean
  /** Builds the new data from the old one, so that unchanged items are not rendered again. */
  merge?: (previous: T, next: T) => T
  /** Returns the data after a change, or null if a request is needed. */
  apply?: (previous: T, facts: FactJson[]) => T | null
}

const NEVER_FETCHED_AT = Number.NEGATIVE_INFINITY

type Watcher = {
  refetch(): Promise<void>
  /** Returns false if the query must be refetched. */
  apply(facts: FactJson[]): boolean
}

const watchers = new Map<QueryKey, Set<Watcher>>()

/**
 * Keeps the data of a screen up to date with as few requests as possible:
 * - Polls, but only once a minute during live events. `every: null` polls only after a failure.
 * - A change refetches the queries that it makes out of date (`EFFECTS`), unless `apply` shows it.
 * - A connection that begins with the version of this page has missed nothing (`live-state.ts`).
 * - Unchanged responses are not sent again (`sendWithEtag`). Equal parts are not rendered again.
 */
export function query<T>(
  key: QueryKey,
  fetchData: () => Promise<T>,
  initial: T,
  { every, onlyWithoutLive = false, merge = shareIfEqual, apply }: Options<T>,
): Query<T> {
  const data = signal(initial)
  let version = 0
  /** Changes since the current request was sent, or null if no request is running. */
  let arrived: FactJson[][] | null = null
  let fetchedAt = Date.now()
  const refetch = shareRuns(fetchOnce)

  async function fetchOnce() {
    fetchedAt = Date.now()
    for (;;) {
      const startVersion = version
      arrived = []
      const result = await fetchData().catch((cause: unknown) => {
        arrived = null
        // Retries at the next interval, even while live events arrive.
        fetchedAt = NEVER_FETCHED_AT
        throw cause
      })
      markAlive()
      if (startVersion !== version) continue
      data.value = (arrived ?? []).reduce(
        (all, facts) => apply?.(all, facts) ?? all,
        merge(data.value, result),
      )
      arrived = null
      return
    }
  }

  const refetchQuietly = () => refetch().catch(() => {})

  function refetchIfDue() {
    const isUpdated = every === null || (onlyWithoutLive && isLive.value)
    // Retries a failed request on the timer, because events do not repeat the changes it missed.
    const afterMs = every === null ? Number.POSITIVE_INFINITY : POLL_WHILE_LIVE_MS
    const isDue = !isUpdated || Date.now() - fetchedAt >= afterMs
    if (isDue && !document.hidden) void refetchQuietly()
  }

  const watcher: Watcher = {
    refetch: refetchQuietly,
    apply(facts) {
      const next = apply?.(data.value, facts)
      if (!next) return false
      // `set` would restart the request after every change, which might never end.
      arrived?.push(facts)
      data.value = next
      return true
    },
  }

  return {
    data,
    refetch,
    set(change) {
      version++
      data.value = change(data.value)
    },
    watch() {
      const keyWatchers = watchers.get(key) ?? new Set()
      watchers.set(key, keyWatchers.add(watcher))
      const timer = setInterval(refetchIfDue, every ?? POLL_MS.retry)
      // Events between server rendering and this moment were missed.
      if (isLive.value && !isAsRendered()) void refetchQuietly()
      return () => {
        keyWatchers.delete(watcher)
        clearInterval(timer)
      }
    },
  }
}

/** Allows one run at a time. Calls during a run share the next run. */
function shareRuns(run: () => Promise<void>) {
  let current: Promise<void> | null = null
  let queued: Promise<void> | null = null

  function begin() {
    const started = run()
    current = started
    queued = null
    // A queued run takes over directly, so that a third run cannot start in between.
    const end = () => {
      if (current === started && queued === null) current = null
    }
    started.then(end, end)
    return started
  }

  return (): Promise<void> => {
    if (!current) return begin()
    queued ??= current.catch(() => {}).then(begin)
    return queued
  }
}

export async function refetchQueries(keys: Iterable<QueryKey>, facts?: FactJson[]) {
  const refetches: Promise<void>[] = []
  for (const key of keys) {
    for (const { apply, refetch } of watchers.get(key) ?? []) {
      if (!facts || !apply(facts)) refetches.push(refetch())
    }
  }
  await Promise.all(refetches)
}

export function refetchAll() {
  return refetchQueries(watchers.keys())
}

export function withSettings<T extends object>(previous: T, facts: FactJson[]): T | null {
  const settings = getSettings(facts)
  return settings && { ...previous, ...settings }
}

export function shareUnchangedItems<T extends { id: number }>(previous: T[], next: T[]): T[] {
  const previousById = new Map(previous.map(item => [item.id, item]))
  return next.map(item => {
    const match = previousById.get(item.id)
    return match !== undefined && isEqual(match, item) ? match : item
  })
}

export function shareIfEqual<T>(previous: T, next: T): T {
  return isEqual(previous, next) ? previous : next
}

/** Compares JSON values. Comparing the texts of two long lists would take twice as long. */
function isEqual(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length && keys.every(key => isEqual(one[key], other[key]))
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
