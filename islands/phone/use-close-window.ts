import { useCallback, useState } from 'react'

const CLOSE_TIMEOUT_MS = 300

/** Closes the window; browsers refuse that where a person has opened it, and then it has to be said. */
export function useCloseWindow() {
  const [isRefused, setRefused] = useState(false)

  const close = useCallback(() => {
    window.close()
    setTimeout(() => setRefused(true), CLOSE_TIMEOUT_MS)
  }, [])

  return { isRefused, close }
}
