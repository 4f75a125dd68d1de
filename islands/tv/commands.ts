import { useEffect, useState } from 'react'
import { onLiveEvent } from '../data/live-state.ts'
import { refetchQueries } from '../data/query.ts'

const IDENTIFY_MS = 10_000

type Handlers = {
  chime(): void
  showsQueue(): boolean
}

/** Runs an administrator's commands. Returns the TV's name while it is to show it, else null. */
export function useCommands({ chime, showsQueue }: Handlers) {
  const [name, setName] = useState<string | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the handlers read signals, and never change
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined

    const refetch = () => void refetchQueries(['shown-calls'])
    const refetchQueue = () => showsQueue() && refetch()

    const stops = [
      onLiveEvent('tv:changed', refetch),
      // Registrations change nothing else on a TV.
      onLiveEvent('queue:updated', refetchQueue),
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
