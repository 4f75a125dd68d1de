import { jest } from 'bun:test'
import { aCall } from './samples.ts'
import { settle, standIn } from './stand-ins.ts'

export const CHIME = '/sounds/notification_sound.mp3'
export const ON = { enableSound: 'true', presetKey: 'notification_sound', volume: '70' }
export const CALL = aCall()

type Sounded = { src: string; volume: number; isMuted: boolean }

export type FakeSound = ReturnType<typeof aFakeSound>

/** A browser's sound in the hands of a test, with timers that stand until they are moved. */
export function aFakeSound() {
  jest.useFakeTimers()
  const sound = {
    sounded: [] as Sounded[],
    fetched: [] as string[],
    made: [] as FakeAudio[],
    /** How often the next plays are refused, as by a browser that waits for a gesture. */
    refusals: 0,
    canPlayWav: true,
  }

  class FakeAudio {
    src = ''
    volume = 1
    muted = false
    onended: (() => void) | null = null
    onerror: (() => void) | null = null
    constructor() {
      sound.made.push(this)
    }
    async play() {
      if (sound.refusals-- > 0) throw new Error('NotAllowedError')
      sound.sounded.push({ src: this.src, volume: this.volume, isMuted: this.muted })
    }
    pause() {}
    load() {}
    removeAttribute() {
      this.src = ''
    }
  }

  const takeAway = standIn({
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
    heard: () => sound.sounded.filter(({ isMuted }) => !isMuted),
    /** The element tells that its sound is over. */
    async end() {
      await settle()
      sound.made[0]?.onended?.()
      await settle()
    },
    close() {
      takeAway()
      jest.useRealTimers()
    },
  })
}

/** Starts something and tells later whether it is over. */
export function begun(doing: Promise<unknown>) {
  const state = { isOver: false, trouble: null as unknown }
  doing.then(
    () => (state.isOver = true),
    cause => Object.assign(state, { isOver: true, trouble: cause }),
  )
  return state
}
