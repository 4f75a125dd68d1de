import type { TvOptions } from '#domain/display/tv-options'
import type { SoundResult } from '#domain/display/tv-report'
import type { Call } from '#domain/events'
import { clampVolume, getMp3Url, getSoundUrl, PRESETS } from '#domain/settings/sounds'
import { isEnabled, type Settings } from '#domain/settings-record'
import type { VoiceLanguage } from '#domain/voice/languages'
import { getSpokenLanguages, VOICE_LANGUAGES } from '#domain/voice/languages'
import { isContextBlocked, playWithContext, stopContextSound } from './sound-context.ts'
import { createAudioElement } from './sound-element.ts'
import { getSpeechLanguage, loadVoices, speakCall } from './speech.ts'

type CallSound = {
  call: Call
  waiting: number
  options: Pick<TvOptions, 'hasVoice' | 'languages'>
}

type OnStart = (result: SoundResult) => void

export type Speaker = ReturnType<typeof createSpeaker>

/** Tries Web Audio first. After `unlock` ("TV mode"), only the audio element is used. */
export function createSpeaker(getVoiceUrl: (call: Call, language: VoiceLanguage) => string) {
  const element = createAudioElement()
  let isTvMode = false
  /** Counts sounds. A sound with an older count was stopped. */
  let generation = 0

  async function unlock() {
    isTvMode = true
    await element.unlock().catch(logSoundError)
    preload()
  }

  /** Resolves when the sound has ended. Before that, `onStart` gets whether it plays. */
  async function play(settings: Settings, sound?: CallSound, onStart: OnStart = () => {}) {
    if (!isEnabled(settings, 'enableSound')) return onStart('off')
    const ownGeneration = ++generation
    try {
      await playPreset(settings, () => onStart('played'))
    } catch (cause) {
      logSoundError(cause)
      onStart(isBlockedError(cause) ? 'blocked' : 'failed')
    }
    // Only the first result counts. If there was none, the sound was stopped before it began.
    onStart('failed')
    if (sound)
      await announce(settings, sound, () => ownGeneration !== generation).catch(logSoundError)
  }

  /** Prefers the browser's voice to the server's clips, because only the browser speaks names. */
  async function announce(settings: Settings, sound: CallSound, isStopped: () => boolean) {
    const { call, waiting, options } = sound
    const volume = getVolume(settings)
    const isTts = isEnabled(settings, 'enableTTS')
    const own = (isTts && getSpeechLanguage(settings.ttsLanguage)) || null
    for (const language of getSpokenLanguages(settings, options, { waiting, own })) {
      if (isStopped()) return
      if (language === own && (await speak(settings, call))) continue
      const withClips = VOICE_LANGUAGES.find(one => one === language)
      if (withClips && !isStopped()) {
        await element.play(getVoiceUrl(call, withClips), volume).catch(logSoundError)
      }
    }
  }

  function stop() {
    generation++
    element.stop()
    stopContextSound()
    window.speechSynthesis?.cancel()
  }

  async function playPreset(settings: Settings, onStart: () => void) {
    // Loads the voices now, because they are needed after this sound.
    loadVoices()
    const key = settings.presetKey
    const url = isTvMode ? getMp3Url(key) : getSoundUrl(key, canPlayWav())
    if (url === null) throw new UnknownPresetError(`unknown sound preset: ${key}`)
    const volume = getVolume(settings)
    if (isTvMode) return element.play(url, volume, onStart)
    const started = generation
    await playWithContext(url, volume, onStart).catch(async () => {
      // The call may have been undone while Web Audio was tried.
      if (started === generation) await element.play(url, volume, onStart)
    })
  }

  return {
    unlock,
    play,
    stop,
    isBlocked: () => (isTvMode ? Promise.resolve(false) : isContextBlocked()),
  }
}

function getVolume(settings: Settings) {
  return clampVolume(Number(settings.volume))
}

/** Resolves to false after a failure, so that the server's clip is played instead. */
function speak(settings: Settings, call: Call) {
  return speakCall(call, settings.ttsLanguage, getVolume(settings)).catch(() => false)
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

function isBlockedError(cause: unknown) {
  return cause instanceof Error && cause.name === 'NotAllowedError'
}

class UnknownPresetError extends Error {}

function logSoundError(cause: unknown) {
  const log = cause instanceof UnknownPresetError ? console.warn : console.info
  log('sound failed:', cause instanceof Error ? cause.message : cause)
}
