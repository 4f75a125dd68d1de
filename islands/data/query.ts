import { type ReadonlySignal, signal } from '@preact/signals-react'
import { isListening } from './live-state.ts'
import type { Topic } from './topics.ts'

export type Query<T> = {
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
  /** Only while no live event can arrive. */
  onlyWithoutLive?: boolean
  /** Makes the new answer out of the old one where that saves drawing it all anew. */
  merge?: (before: T, after: T) => T
}

const watched = new Map<Topic, Set<() => Promise<void>>>()

/** One thing a screen shows: drawn with `first`, looked at again at its pace and when told to. */
export function query<T>(
  topic: Topic,
  ask: () => Promise<T>,
  first: T,
  { every, onlyWithoutLive, merge = (_, after) => after }: Options<T>,
): Query<T> {
  const data = signal(first)
  let newest = 0
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  /** One question at a time; whoever asks meanwhile shares the one after it. */
  function refetch(): Promise<void> {
    if (!running) return start()
    next ??= running.catch(() => {}).then(start)
    return next
  }

  function start() {
    next = null
    running = look().finally(() => {
      running = null
    })
    return running
  }

  async function look() {
    const mine = ++newest
    const answer = await ask()
    if (mine === newest) data.value = merge(data.value, answer)
    else await look()
  }

  function watch() {
    const quietly = () => refetch().catch(() => {})
    const readers = watched.get(topic) ?? new Set()
    watched.set(topic, readers.add(quietly))
    const timer = setInterval(() => {
      const isTold = onlyWithoutLive && isListening.value
      if (!isTold && !document.hidden) void quietly()
    }, every)
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

export async function lookAgain(topics: Iterable<Topic>) {
  const readers = [...topics].flatMap(topic => [...(watched.get(topic) ?? [])])
  await Promise.all(readers.map(refetch => refetch()))
}

export function lookAtEverythingAgain() {
  return lookAgain(watched.keys())
}
