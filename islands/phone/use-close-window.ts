import { useCallback, useState } from 'react'

const CLOSE_TIMEOUT_MS = 300

/** Browsers do not close a window that the user opened; see `isRefused`. */
export function useCloseWindow() {
  const [isRefused, setRefused] = useState(false)

  const close = useCallback(() => {
    window.close()
    setTimeout(() => setRefused(true), CLOSE_TIMEOUT_MS)
  }, [])

  return { isRefused, close }
}
