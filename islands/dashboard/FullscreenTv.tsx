import { Minimize } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/buttons/Button.tsx'

export { Marquee } from '../stage/panels/information/Marquee.tsx'

const EXIT_BUTTON_HIDES_AFTER_MS = 3_000

type Props = { onExit(): void; children: ReactNode }

export function FullscreenTv({ onExit, children }: Props) {
  const [isExitShown, setExitShown] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    function show() {
      setExitShown(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setExitShown(false), EXIT_BUTTON_HIDES_AFTER_MS)
    }
    show()
    addEventListener('mousemove', show)
    addEventListener('keydown', show)
    document.addEventListener('fullscreenchange', show)
    return () => {
      clearTimeout(timer.current)
      removeEventListener('mousemove', show)
      removeEventListener('keydown', show)
      document.removeEventListener('fullscreenchange', show)
    }
  }, [])

  return (
    <div className="fullscreen-tv" data-exit-shown={isExitShown}>
      {children}
      <Button
        className="fullscreen-tv__exit"
        onClick={onExit}
        // Hides the key from the page, because a shortcut may enter fullscreen again.
        onKeyDown={event => event.stopPropagation()}
      >
        <Minimize size={18} aria-hidden />
        Exit Fullscreen
      </Button>
    </div>
  )
}
