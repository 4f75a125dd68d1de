import { isOn, type Settings } from '#clinic/settings'
import {
  ATTEMPTS_ARE_APART_MS,
  clampedVolume,
  DEFAULT_PRESET,
  PLAY_ATTEMPTS,
  soundUrl,
} from '#clinic/sounds'

const LONGEST_SOUND_MS = 15_000
/** A sound that does not begin by then (a stalled network) is given up. */
const BEGINS_WITHIN_MS = 3_000

/** One audio element for a whole display: TVs let only the one that a gesture woke play by itself. */
export function openSpeaker() {
  let element: HTMLAudioElement | null = null

  /** To be called inside the handler of a click or key: from then on the display may sound. */
  async function unlock() {
    element ??= new Audio()
    element.src = soundUrl(DEFAULT_PRESET, true) ?? ''
    element.muted = true
    await element.play().catch(logQuietly)
    element.pause()
    element.muted = false
  }

  /** Sounds a call as the settings say. Trouble is logged only: the picture goes on. */
  async function play(settings: Settings) {
    const url = soundUrl(settings.presetKey ?? '', canPlayWav())
    if (url === null) console.warn(`unknown sound preset: ${settings.presetKey}`)
    if (!element || !isOn(settings, 'enableSound') || url === null) return
    for (let attempt = 1; attempt <= PLAY_ATTEMPTS; attempt++) {
      try {
        return await playOnce(element, url, clampedVolume(Number(settings.volume)))
      } catch (cause) {
        logQuietly(cause)
        await new Promise(resolve => setTimeout(resolve, ATTEMPTS_ARE_APART_MS))
      }
    }
  }

  return { unlock, play }
}

async function playOnce(element: HTMLAudioElement, url: string, volume: number) {
  // Set anew each time: some TVs do not start an ended element again.
  element.src = url
  element.volume = volume / 100
  await withinTime(element.play())
  await new Promise<void>(resolve => {
    const timer = setTimeout(resolve, LONGEST_SOUND_MS)
    element.onended = element.onerror = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

function withinTime(playing: Promise<void>) {
  let timer: ReturnType<typeof setTimeout>
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('did not begin')), BEGINS_WITHIN_MS)
  })
  return Promise.race([playing, tooLate]).finally(() => clearTimeout(timer))
}

function canPlayWav() {
  return document.createElement('audio').canPlayType('audio/wav') !== ''
}

function logQuietly(cause: unknown) {
  console.info('sound:', cause instanceof Error ? cause.message : 'failed')
}
