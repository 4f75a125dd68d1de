import type { SoundResult } from '#domain/display/tv-report'
import type { Call } from '#domain/events'
import { isEnabled, type Settings } from '#domain/settings/settings-record'
import { clampVolume, getMp3Url, getSoundUrl, PRESETS } from '#domain/settings/sounds'
import { isContextBlocked, playWithContext } from './sound-context.ts'
import { createAudioElement } from './sound-element.ts'
import { speakCall } from './speech.ts'

type OnStart = (result: SoundResult) => void

/** Before `unlock` it tries Web Audio first; afterwards ("TV mode") it uses the audio element only. */
export function createSpeaker() {
  const element = createAudioElement()
  let isTvMode = false

  async function unlock() {
    isTvMode = true
    await element.unlock().catch(logSoundError)
    preload()
    // Some browsers load their voices only after the first request for them.
    if ('speechSynthesis' in window) speechSynthesis.getVoices()
  }

  /** Resolves when the sound has ended; `onStart` is told as soon as it is known whether it plays. */
  async function play(settings: Settings, call?: Call, onStart: OnStart = () => {}) {
    if (!isEnabled(settings, 'enableSound')) return onStart('off')
    try {
      await playPreset(settings, () => onStart('played'))
    } catch (cause) {
      logSoundError(cause)
      onStart(isBlockedError(cause) ? 'blocked' : 'failed')
    }
    if (call && isEnabled(settings, 'enableTTS')) await speak(settings, call).catch(logSoundError)
  }

  async function playPreset(settings: Settings, onStart = () => {}) {
    const key = settings.presetKey ?? ''
    const url = isTvMode ? getMp3Url(key) : getSoundUrl(key, canPlayWav())
    if (url === null) throw new Error(`unknown sound preset: ${key}`)
    const volume = getVolume(settings)
    if (isTvMode) return element.play(url, volume, onStart)
    await playWithContext(url, volume, onStart).catch(() => element.play(url, volume, onStart))
  }

  async function tryOut(settings: Settings, call: Call) {
    await playPreset(settings)
    if (isEnabled(settings, 'enableTTS')) await speak(settings, call)
  }

  return {
    unlock,
    play,
    tryOut,
    isBlocked: () => (isTvMode ? Promise.resolve(false) : isContextBlocked()),
  }
}

function speak(settings: Settings, call: Call) {
  return speakCall(call, settings.ttsLanguage ?? 'en', getVolume(settings))
}

function getVolume(settings: Settings) {
  return clampVolume(Number(settings.volume))
}

function preload() {
  for (const key of Object.keys(PRESETS)) {
    const url = getMp3Url(key)
    if (url) fetch(url).catch(() => {})
  }
}

function canPlayWav() {
  return document.createElement('audio').canPlayType('audio/wav') !== ''
}

/** Until a gesture, browsers play no sound. */
function isBlockedError(cause: unknown) {
  return cause instanceof Error && cause.name === 'NotAllowedError'
}

function logSoundError(cause: unknown) {
  console.info('sound failed:', cause instanceof Error ? cause.message : cause)
}
