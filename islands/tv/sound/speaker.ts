import type { Call } from '#domain/events'
import { isEnabled } from '#domain/settings/is-enabled'
import type { Settings } from '#domain/settings/settings'
import { clampVolume, getMp3Url, getSoundUrl, PRESETS } from '#domain/settings/sounds'
import { isContextBlocked, playWithContext } from './sound-context.ts'
import { createAudioElement } from './sound-element.ts'
import { speakCall } from './speech.ts'

/**
 * Sounds calls. A gesture unlocks it: from then on one audio element plays everything ("TV mode"), because
 * TVs let only the element that a gesture woke play by itself. Before that, an audio context is tried first.
 */
export function createSpeaker() {
  const element = createAudioElement()
  let isTvMode = false

  /** To be called inside the handler of a click or key. */
  async function unlock() {
    isTvMode = true
    await element.wake().catch(logSoundError)
    preload()
    // Some browsers look for their voices only once they are asked for them.
    if ('speechSynthesis' in window) speechSynthesis.getVoices()
  }

  /** Sounds a call as the settings say, then speaks it where that is wanted. Trouble is logged only. */
  async function play(settings: Settings, call?: Call) {
    if (!isEnabled(settings, 'enableSound')) return
    await chime(settings).catch(logSoundError)
    if (call && isEnabled(settings, 'enableTTS')) await speak(settings, call).catch(logSoundError)
  }

  /** Rejects when no way of playing worked. */
  async function chime(settings: Settings) {
    const key = settings.presetKey ?? ''
    const url = isTvMode ? getMp3Url(key) : getSoundUrl(key, canPlayWav())
    if (url === null) return console.warn(`unknown sound preset: ${key}`)
    const volume = volumeOf(settings)
    if (isTvMode) return element.play(url, volume)
    await playWithContext(url, volume).catch(() => element.play(url, volume))
  }

  /** For a desk that listens how it will be: rejects when nothing could be heard. */
  async function tryOut(settings: Settings, call: Call) {
    await chime(settings)
    if (isEnabled(settings, 'enableTTS')) await speak(settings, call)
  }

  return {
    unlock,
    play,
    tryOut,
    /** Whether the browser waits for a gesture before it lets this page sound. */
    isBlocked: () => (isTvMode ? Promise.resolve(false) : isContextBlocked()),
  }
}

function speak(settings: Settings, call: Call) {
  return speakCall(call, settings.ttsLanguage ?? 'en', volumeOf(settings))
}

function volumeOf(settings: Settings) {
  return clampVolume(Number(settings.volume))
}

/** Into the browser's cache, so that no call waits for the network. */
function preload() {
  for (const key of Object.keys(PRESETS)) {
    const url = getMp3Url(key)
    if (url) fetch(url).catch(() => {})
  }
}

function canPlayWav() {
  return document.createElement('audio').canPlayType('audio/wav') !== ''
}

function logSoundError(cause: unknown) {
  console.info('sound:', cause instanceof Error ? cause.message : 'failed')
}
