import { useEffect, useState } from 'react'

type Display = { enterFullscreen(): void; leaveFullscreen(): void }

export function useFullscreen(display: Display) {
  const [isOn, setOn] = useState(false)

  function enter() {
    display.enterFullscreen()
    setOn(true)
    document.documentElement.requestFullscreen?.().catch(() => {})
  }

  function leave() {
    display.leaveFullscreen()
    setOn(false)
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
  }

  useEffect(() => {
    document.body.dataset.tv = isOn ? 'on' : 'off'
    if (!isOn) return
    const onFullscreenChange = () => !document.fullscreenElement && leave()
    const onEscape = (event: KeyboardEvent) => event.key === 'Escape' && leave()
    document.addEventListener('fullscreenchange', onFullscreenChange)
    addEventListener('keydown', onEscape)
    return () => {
      document.removeEventListener('fullscreenchange', onFullscreenChange)
      removeEventListener('keydown', onEscape)
    }
  })

  return { isOn, enter, leave }
}
