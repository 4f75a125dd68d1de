import { useEffect, useState } from 'react'
import { onLiveEvent } from '../data/live-state.ts'
import { refetchQueries } from '../data/query.ts'

const IDENTIFY_MS = 10_000

/** What an administrator does to this TV. Returns its name while it is to show it, else null. */
export function useCommands({ chime }: { chime(): void }) {
  const [name, setName] = useState<string | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `chime` reads signals, and never changes
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined

    const stops = [
      onLiveEvent('tv:changed', () => void refetchQueries(['shown-calls'])),
      onLiveEvent('tv:command', ({ command, name }) => {
        if (command === 'reload') return location.reload()
        if (command === 'chime') return chime()
        setName(name)
        clearTimeout(timer)
        timer = setTimeout(() => setName(null), IDENTIFY_MS)
      }),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [])

  return name
}
