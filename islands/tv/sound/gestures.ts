import type { Signal } from '@preact/signals-react'
import type { Speaker } from './speaker.ts'

/** The first gesture lets the browser play sounds and fill the screen. Returns how to stop. */
export function watchGestures(speaker: Speaker, isSoundBlocked: Signal<boolean>) {
  let isTouched = false
  speaker.isBlocked().then(isBlocked => (isSoundBlocked.value = isBlocked && !isTouched))

  function onGesture() {
    isTouched = true
    isSoundBlocked.value = false
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
}
