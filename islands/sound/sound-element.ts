import { DEFAULT_PRESET, getMp3Url } from '#domain/settings/sounds'
import { withTimeout } from '../data/timeout.ts'

const MAX_PLAY_ATTEMPTS = 2
const PLAY_RETRY_MS = 100

const MAX_SOUND_MS = 15_000
const START_TIMEOUT_MS = 3_000

/** Uses one element for all sounds, because TVs play only elements that a gesture has unlocked. */
export function createAudioElement() {
  let element: HTMLAudioElement | null = null
  /** Counts sounds and calls of `stop`, each of which ends the sound before. */
  let generation = 0
  let endWait = () => {}

  /** Must run in a gesture's handler. An element that has played there may always play. */
  async function unlock() {
    element = element || new Audio()
    element.src = getMp3Url(DEFAULT_PRESET) ?? ''
    element.muted = true
    try {
      await element.play()
      element.pause()
    } finally {
      element.muted = false
      releaseElement(element)
    }
  }

  /** Plays to the end, or until `stop`, at a volume of 0-100. Rejects after two attempts. */
  async function play(url: string, volume: number, onStart = () => {}) {
    element = element || new Audio()
    const own = takeTurn()
    for (let attempt = 1; own === generation; attempt++) {
      // Some TVs restart an ended element only after its source is set again.
      element.src = url
      element.volume = volume / 100
      try {
        await withTimeout(element.play(), START_TIMEOUT_MS)
        if (own !== generation) return
        onStart()
        return await waitForEnd(element)
      } catch (cause) {
        if (own !== generation) return
        if (attempt >= MAX_PLAY_ATTEMPTS) throw cause
        await new Promise(resolve => setTimeout(resolve, PLAY_RETRY_MS))
      } finally {
        if (own === generation) releaseElement(element)
      }
    }
  }

  function waitForEnd(element: HTMLAudioElement) {
    return new Promise<void>(resolve => {
      const timer = setTimeout(finish, MAX_SOUND_MS)
      function finish() {
        clearTimeout(timer)
        element.onended = element.onerror = null
        resolve()
      }
      element.onended = element.onerror = endWait = finish
    })
  }

  function takeTurn() {
    generation++
    endWait()
    return generation
  }

  function stop() {
    takeTurn()
    element?.pause()
    if (element) releaseElement(element)
  }

  return { unlock, play, stop }
}

/** A loaded player uses CPU for ten more seconds. */
function releaseElement(element: HTMLAudioElement) {
  element.removeAttribute('src')
  element.load()
}
