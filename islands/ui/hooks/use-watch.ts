import { useEffect } from 'react'

type Watchable = { watch(): () => void }

export function watchAll(...watchables: Watchable[]) {
  const stops = watchables.map(watchable => watchable.watch())
  return () => {
    for (const stop of stops) stop()
  }
}

/** Watches while the island is mounted. The arguments must be the same on every render. */
export function useWatch(...watchables: Watchable[]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: created once per island
  useEffect(() => watchAll(...watchables), [])
}
