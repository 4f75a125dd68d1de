import { useEffect } from 'react'

type Watchable = { watch(): () => void }

/** Keeps these fresh while the island is on the screen. They have to be the same ones at every drawing. */
export function useWatch(...watchables: Watchable[]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once by the island, for its whole life
  useEffect(() => {
    const stops = watchables.map(watchable => watchable.watch())
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}
