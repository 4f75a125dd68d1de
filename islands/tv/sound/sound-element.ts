import {
  DEFAULT_PRESET,
  getMp3Url,
  MAX_PLAY_ATTEMPTS,
  PLAY_RETRY_MS,
} from '#domain/settings/sounds'
import { withTimeout } from '../connection/timeout.ts'

const MAX_SOUND_MS = 15_000
const START_TIMEOUT_MS = 3_000

/** One element for all sounds: TVs let only an element play that a gesture has played before. */
export function createAudioElement() {
  let element: HTMLAudioElement | null = null

  /** Call it in a gesture's handler: it plays the element muted, which then may play at any time. */
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

  /** Plays to the end at a volume of 0-100; rejects after two attempts. */
  async function play(url: string, volume: number, onStart = () => {}) {
    element = element || new Audio()
    for (let attempt = 1; ; attempt++) {
      try {
        return await playOnce(element, url, volume, onStart)
      } catch (cause) {
        if (attempt >= MAX_PLAY_ATTEMPTS) throw cause
        await new Promise(resolve => setTimeout(resolve, PLAY_RETRY_MS))
      }
    }
  }

  /** Ends what plays: its promise resolves. */
  function stop() {
    element?.pause()
    // Not by the event `pause`, which comes late, also from a sound before.
    element?.onended?.(new Event('ended'))
  }

  return { unlock, play, stop }
}

async function playOnce(
  element: HTMLAudioElement,
  url: string,
  volume: number,
  onStart: () => void,
) {
  // Set each time: some TVs do not restart an ended element.
  element.src = url
  element.volume = volume / 100
  try {
    await withTimeout(element.play(), START_TIMEOUT_MS)
    onStart()
    await waitForEnd(element)
  } finally {
    releaseElement(element)
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
    element.onended = element.onerror = finish
  })
}

/** A loaded player uses CPU for ten more seconds. */
function releaseElement(element: HTMLAudioElement) {
  element.removeAttribute('src')
  element.load()
}
