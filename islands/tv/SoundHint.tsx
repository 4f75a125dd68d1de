import { useEffect, useState } from 'react'

type Speaker = { unlock(): Promise<void>; isBlocked(): Promise<boolean> }

/** Browsers let nothing sound before a key or click: says so until one came, which also fills the screen. */
export function SoundHint({ speaker }: { speaker: Speaker }) {
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    speaker.isBlocked().then(setShown)

    function wake() {
      setShown(false)
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

  if (!isShown) return null
  return <p className="tv-hint">Press OK on the remote for sound</p>
}
