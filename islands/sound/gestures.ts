import type { Signal } from '@preact/signals-react'
import type { Speaker } from './speaker.ts'

/**
 * The first gesture lets the browser play sounds. Each one fills the screen, because some browsers
 * end fullscreen by themselves. Returns how to stop.
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

/** Escape leaves fullscreen, and Alt or Ctrl leads to another window or page. */
function isForBrowser(event: KeyboardEvent | MouseEvent) {
  const isEscape = 'key' in event && event.key === 'Escape'
  return isEscape || event.altKey || event.ctrlKey || event.metaKey
}
