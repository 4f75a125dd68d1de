import type { Signal } from '@preact/signals-react'
import type { Speaker } from './speaker.ts'

/**
 * Uses the first gesture to allow sounds. Each gesture enters fullscreen again, because some
 * browsers end fullscreen by themselves. Returns a function to stop.
 */
export function watchGestures(speaker: Speaker, isSoundBlocked: Signal<boolean>) {
  let isTouched = false
  speaker.isBlocked().then(isBlocked => (isSoundBlocked.value = isBlocked && !isTouched))

  function onGesture(event: KeyboardEvent | MouseEvent) {
    if (isForBrowser(event)) return
    if (!isTouched) void speaker.unlock()
    isTouched = true
    isSoundBlocked.value = false
    if (document.fullscreenElement) return
    // The result is undefined before Chromium 71.
    const entering = document.documentElement.requestFullscreen?.() as Promise<void> | undefined
    entering?.catch(() => {})
  }
  addEventListener('keydown', onGesture)
  addEventListener('click', onGesture)
  return () => {
    removeEventListener('keydown', onGesture)
    removeEventListener('click', onGesture)
  }
}

/** True for Escape, which leaves fullscreen, and for Alt or Ctrl, which may open another page. */
function isForBrowser(event: KeyboardEvent | MouseEvent) {
  const isEscape = 'key' in event && event.key === 'Escape'
  return isEscape || event.altKey || event.ctrlKey || event.metaKey
}
