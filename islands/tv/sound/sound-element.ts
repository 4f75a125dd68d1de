import {
  DEFAULT_PRESET,
  getMp3Url,
  MAX_PLAY_ATTEMPTS,
  PLAY_RETRY_MS,
} from '#domain/settings/sounds'
import { withTimeout } from '../connection/timeout.ts'

const MAX_SOUND_MS = 15_000
/** A sound that does not begin by then (a stalled network) is given up. */
const START_TIMEOUT_MS = 3_000

/** One audio element for a whole display, made at its first use. */
export function createAudioElement() {
  let element: HTMLAudioElement | null = null

  /** Inside a gesture's handler: played once without a sound, the element may later play by itself. */
  async function wake() {
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

  /** Plays to the end at a volume of 0-100; two attempts, then it rejects. */
  async function play(url: string, volume: number) {
    element = element || new Audio()
    for (let attempt = 1; ; attempt++) {
      try {
        return await playOnce(element, url, volume)
      } catch (cause) {
        if (attempt >= MAX_PLAY_ATTEMPTS) throw cause
        await new Promise(resolve => setTimeout(resolve, PLAY_RETRY_MS))
      }
    }
  }

  return { wake, play }
}

async function playOnce(element: HTMLAudioElement, url: string, volume: number) {
  // Set anew each time: some TVs do not start an ended element again.
  element.src = url
  element.volume = volume / 100
  try {
    await withTimeout(element.play(), START_TIMEOUT_MS)
    await waitForEnd(element)
  } finally {
    releaseElement(element)
  }
}

function waitForEnd(element: HTMLAudioElement) {
  return new Promise<void>(resolve => {
    const timer = setTimeout(end, MAX_SOUND_MS)
    function end() {
      clearTimeout(timer)
      element.onended = element.onerror = null
      resolve()
    }
    element.onended = element.onerror = end
  })
}

/** A player at the ready burns CPU for ten seconds more. */
function releaseElement(element: HTMLAudioElement) {
  element.removeAttribute('src')
  element.load()
}
