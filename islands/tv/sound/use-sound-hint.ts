import { useEffect, useState } from 'react'

type Speaker = { unlock(): Promise<void>; isBlocked(): Promise<boolean> }

const HINT = 'Press OK on the remote for sound'

/** Browsers let nothing sound before a key or click: what to say until one came, which also fills the screen. */
export function useSoundHint(speaker: Speaker) {
  const [isBlocked, setBlocked] = useState(false)

  useEffect(() => {
    speaker.isBlocked().then(setBlocked)

    function wake() {
      setBlocked(false)
      void speaker.unlock()
      const asked = document.documentElement.requestFullscreen?.() as Promise<void> | undefined
      asked?.catch(() => {})
      stop()
    }
    function stop() {
      removeEventListener('keydown', wake)
      removeEventListener('click', wake)
    }
    addEventListener('keydown', wake)
    addEventListener('click', wake)
    return stop
  }, [speaker])

  return isBlocked ? HINT : null
}
