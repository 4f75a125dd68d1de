import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { PatientJson } from '#domain/patients/patient-json'
import { isLive, markAlive } from './live-state.ts'
import { isAsRendered } from './live-version.ts'
import { POLL_WHILE_LIVE_MS } from './polling-intervals.ts'
import type { QueryKey } from './query-keys.ts'
import { shareIfEqual } from './structural-sharing.ts'

type Query<T> = {
  data: ReadonlySignal<T>
  /** Sets data that is newer than any response still on its way. */
  set(change: (previous: T) => T): void
  /** Resolves when the data is at least as new as this call; rejects when fetching fails. */
  refetch(): Promise<void>
  watch(): () => void
}

type Options<T> = {
  /** Polling interval in ms; null for what only events change. */
  every: number | null
  /** Poll at this interval only while live events cannot arrive. */
  onlyWithoutLive?: boolean
  /** Builds the new data from the old one, so that unchanged items are not rendered again. */
  merge?: (previous: T, next: T) => T
  /** The data with a patient whom an event carried; null if it must be fetched. */
  apply?: (previous: T, patient: PatientJson) => T | null
}

const NEVER_FETCHED_AT = 0

type Watcher = {
  refetch(): Promise<void>
  /** Returns whether that was enough. */
  apply(patient: PatientJson): boolean
}

const watchers = new Map<QueryKey, Set<Watcher>>()

/** Data that a screen shows, kept up to date by polling and live events. */
export function query<T>(
  key: QueryKey,
  fetchData: () => Promise<T>,
  initial: T,
  { every, onlyWithoutLive = false, merge = shareIfEqual, apply }: Options<T>,
): Query<T> {
  const data = signal(initial)
  let version = 0
  /** By events, since the current request was sent. */
  let arrived: PatientJson[] = []
  let current: Promise<void> | null = null
  let queued: Promise<void> | null = null
  let fetchedAt = Date.now()

  /** One request at a time; calls made meanwhile share the request after it. */
  function refetch(): Promise<void> {
    if (!current) return start()
    queued ??= current.catch(() => {}).then(start)
    return queued
  }

  function start() {
    const request = fetchOnce()
    current = request
    queued = null
    // A queued request takes over directly, so that no third one starts in between.
    const end = () => {
      if (current === request && queued === null) current = null
    }
    request.then(end, () => {
      end()
      // Retry at the next interval, even while live events arrive.
      fetchedAt = NEVER_FETCHED_AT
    })
    return request
  }

  async function fetchOnce() {
    fetchedAt = Date.now()
    for (;;) {
      const startVersion = version
      arrived = []
      const result = await fetchData()
      markAlive()
      if (startVersion !== version) continue
      data.value = arrived.reduce(
        (all, patient) => apply?.(all, patient) ?? all,
        merge(data.value, result),
      )
      return
    }
  }

  const refetchQuietly = () => refetch().catch(() => {})

  function refetchIfDue() {
    const isLiveUpdated = onlyWithoutLive && isLive.value
    const isDue = !isLiveUpdated || Date.now() - fetchedAt >= POLL_WHILE_LIVE_MS
    if (isDue && !document.hidden) void refetchQuietly()
  }

  const watcher: Watcher = {
    refetch: refetchQuietly,
    apply(patient) {
      const next = apply?.(data.value, patient)
      if (!next) return false
      // Not by `set`: with many events a request that is repeated after each would never end.
      if (current) arrived.push(patient)
      data.value = next
      return true
    },
  }

  function set(change: (previous: T) => T) {
    version++
    data.value = change(data.value)
  }

  function watch() {
    const keyWatchers = watchers.get(key) ?? new Set()
    watchers.set(key, keyWatchers.add(watcher))
    const timer = every === null ? undefined : setInterval(refetchIfDue, every)
    // Events between server rendering and this moment were missed.
    if (isLive.value && !isAsRendered()) void refetchQuietly()
    return () => {
      keyWatchers.delete(watcher)
      clearInterval(timer)
    }
  }

  return {
    data,
    refetch,
    watch,
    set,
  }
}

/** With a patient whom an event carried, those queries are not fetched that can show the change without. */
export async function refetchQueries(keys: Iterable<QueryKey>, patient?: PatientJson) {
  const refetches: Promise<void>[] = []
  for (const key of keys) {
    for (const { apply, refetch } of watchers.get(key) ?? []) {
      if (!patient || !apply(patient)) refetches.push(refetch())
    }
  }
  await Promise.all(refetches)
}

export function refetchAll() {
  return refetchQueries(watchers.keys())
}
