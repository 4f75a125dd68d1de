import { useCallback, useState } from 'react'

const IS_GONE_WITHIN_MS = 300

/** Closes the window; browsers refuse that where a person has opened it, and then it has to be said. */
export function useClosing() {
  const [isRefused, setRefused] = useState(false)

  const close = useCallback(() => {
    window.close()
    setTimeout(() => setRefused(true), IS_GONE_WITHIN_MS)
  }, [])

  return { isRefused, close }
}
