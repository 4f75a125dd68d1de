import { type ReadonlySignal, signal } from '@preact/signals-react'
import { isLive, markAlive } from './live-state.ts'
import { POLL_WHILE_LIVE_MS } from './polling-intervals.ts'
import type { QueryKey } from './query-keys.ts'
import { shareIfEqual } from './structural-sharing.ts'

type Query<T> = {
  data: ReadonlySignal<T>
  /** Puts in what is known to be newer than any answer that is still under way. */
  set(change: (before: T) => T): void
  /** Looks again; resolves when what is shown is at least as new as this call. Rejects when it cannot. */
  refetch(): Promise<void>
  watch(): () => void
}

type Options<T> = {
  /** Milliseconds between looks. */
  every: number
  /** Only while no live event can arrive; with them a slow look is enough. */
  onlyWithoutLive?: boolean
  /** Makes the new answer out of the old one where that saves drawing it all anew. */
  merge?: (before: T, after: T) => T
}

const NEVER_FETCHED_AT = 0

const watchers = new Map<QueryKey, Set<() => Promise<void>>>()

/** One thing a screen shows: drawn with `first`, looked at again at its pace and when told to. */
export function query<T>(
  topic: QueryKey,
  ask: () => Promise<T>,
  first: T,
  { every, onlyWithoutLive = false, merge = shareIfEqual }: Options<T>,
): Query<T> {
  const data = signal(first)
  let newest = 0
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  let lookedAt = Date.now()

  /** One question at a time; whoever asks meanwhile shares the one after it. */
  function refetch(): Promise<void> {
    if (!running) return start()
    next ??= running.catch(() => {}).then(start)
    return next
  }

  function start() {
    const mine = look()
    running = mine
    next = null
    // Nothing may come between the end of this look and the start of the one that waits for it.
    const end = () => {
      if (running === mine && next === null) running = null
    }
    mine.then(end, () => {
      end()
      // Tried again at the next beat, whatever the connection promises to tell.
      lookedAt = NEVER_FETCHED_AT
    })
    return mine
  }

  async function look() {
    lookedAt = Date.now()
    for (;;) {
      const asked = newest
      const answer = await ask()
      markAlive()
      if (asked !== newest) continue
      data.value = merge(data.value, answer)
      return
    }
  }

  const quietly = () => refetch().catch(() => {})

  function lookIfDue() {
    const isTold = onlyWithoutLive && isLive.value
    const isDue = !isTold || Date.now() - lookedAt >= POLL_WHILE_LIVE_MS
    if (isDue && !document.hidden) void quietly()
  }

  function watch() {
    const readers = watchers.get(topic) ?? new Set()
    watchers.set(topic, readers.add(quietly))
    const timer = setInterval(lookIfDue, every)
    // What happened between the server's drawing and this moment was said before anybody here heard.
    if (isLive.value) void quietly()
    return () => {
      readers.delete(quietly)
      clearInterval(timer)
    }
  }

  return {
    data,
    refetch,
    watch,
    set(change) {
      newest++
      data.value = change(data.value)
    },
  }
}

export async function refetchQueries(topics: Iterable<QueryKey>) {
  const looks: Promise<void>[] = []
  for (const topic of topics) {
    for (const refetch of watchers.get(topic) ?? []) looks.push(refetch())
  }
  await Promise.all(looks)
}

export function refetchAll() {
  return refetchQueries(watchers.keys())
}
