import { useEffect, useState } from 'react'

type Speaker = { unlock(): Promise<void>; isBlocked(): Promise<boolean> }

const HINT = 'Press OK on the remote for sound' as const

export function useSoundHint(speaker: Speaker) {
  const [isBlocked, setBlocked] = useState(false)

  useEffect(() => {
    let isTouched = false
    speaker.isBlocked().then(blocked => !isTouched && setBlocked(blocked))

    function onGesture() {
      isTouched = true
      setBlocked(false)
      void speaker.unlock()
      // The result is undefined before Chromium 71.
      const entering = document.documentElement.requestFullscreen?.() as Promise<void> | undefined
      entering?.catch(() => {})
      stop()
    }
    function stop() {
      removeEventListener('keydown', onGesture)
      removeEventListener('click', onGesture)
    }
    addEventListener('keydown', onGesture)
    addEventListener('click', onGesture)
    return stop
  }, [speaker])

  return isBlocked ? HINT : null
}
