import { jest } from 'bun:test'
import { DEFAULT_TV_OPTIONS } from '#domain/display/tv-options'
import { createSpeaker } from '../../../islands/sound/speaker.ts'
import { aCall } from '../samples.ts'
import { someSettings } from '../settings.ts'
import { flushPromises, replaceGlobals } from './browser-globals.ts'

export const CHIME = '/sounds/notification_sound.mp3'
export const SOUND_ON = someSettings()
export const SOUND = { call: aCall(), waiting: 0, options: DEFAULT_TV_OPTIONS }

export function aSpeaker() {
  return createSpeaker(({ sequence }, language) => `/voice/${sequence}/${language}.mp3`)
}

type Sounded = { src: string; volume: number; isMuted: boolean }

export type FakeSound = ReturnType<typeof createFakeSound>

export function createFakeSound() {
  jest.useFakeTimers()
  const sound = {
    sounded: [] as Sounded[],
    fetched: [] as string[],
    made: [] as FakeAudio[],
    /** How many of the next plays are rejected, as before a user gesture. */
    rejections: 0,
    canPlayWav: true,
    /** While true, nothing begins to play. */
    isLoading: false,
  }

  class FakeAudio {
    src = ''
    volume = 1
    muted = false
    onended: (() => void) | null = null
    abort = () => {}
    onerror: (() => void) | null = null
    constructor() {
      sound.made.push(this)
    }
    async play() {
      if (sound.rejections-- > 0) throw new Error('NotAllowedError')
      if (sound.isLoading) {
        await new Promise<void>((_, reject) => (this.abort = () => reject(new Error('AbortError'))))
      }
      sound.sounded.push({ src: this.src, volume: this.volume, isMuted: this.muted })
    }
    pause() {
      this.abort()
    }
    load() {
      this.abort()
    }
    removeAttribute() {
      this.src = ''
    }
  }

  const restoreGlobals = replaceGlobals({
    window: {},
    Audio: FakeAudio,
    fetch: async (url: string) => {
      sound.fetched.push(url)
      return new Response()
    },
    document: {
      createElement: () => ({ canPlayType: () => (sound.canPlayWav ? 'probably' : '') }),
    },
  })

  return Object.assign(sound, {
    FakeAudio,
    audible: () => sound.sounded.filter(({ isMuted }) => !isMuted),
    async end() {
      await flushPromises()
      sound.made[0]?.onended?.()
      await flushPromises()
    },
    close() {
      restoreGlobals()
      jest.useRealTimers()
    },
  })
}

export function trackPromise(promise: Promise<unknown>) {
  const state = { isOver: false, error: null as unknown }
  promise.then(
    () => (state.isOver = true),
    error => Object.assign(state, { isOver: true, error }),
  )
  return state
}
