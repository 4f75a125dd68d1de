import { afterAll, afterEach, beforeEach, describe, expect, jest, spyOn, test } from 'bun:test'
import type { Call } from '#clinic/live-events'
import { PRESETS } from '#clinic/sounds'
import { openElement } from '../../islands/tv/sound-element.ts'
import { openSpeaker } from '../../islands/tv/speaker.ts'
import { settle, standIn } from '../support/stand-ins.ts'

const CHIME = '/sounds/notification_sound.mp3'
const ON = { enableSound: 'true', presetKey: 'notification_sound', volume: '70' }
const CALL: Call = {
  sequence: 4,
  patientId: 4,
  name: 'ALI',
  number: 4,
  room: 'Room 1',
  calledAt: '2026-11-20T02:00:00.000Z',
}

type Sounded = { src: string; volume: number; isMuted: boolean }

let sounded: Sounded[]
let fetched: string[]
/** How often the next plays are refused, as by a browser that waits for a gesture. */
let refusals: number
let made: FakeAudio[]
let canPlayWav: boolean
let takeAway: () => void

class FakeAudio {
  src = ''
  volume = 1
  muted = false
  onended: (() => void) | null = null
  onerror: (() => void) | null = null
  constructor() {
    made.push(this)
  }
  async play() {
    if (refusals-- > 0) throw new Error('NotAllowedError')
    sounded.push({ src: this.src, volume: this.volume, isMuted: this.muted })
  }
  pause() {}
  load() {}
  removeAttribute() {
    this.src = ''
  }
}

beforeEach(() => {
  jest.useFakeTimers()
  sounded = []
  fetched = []
  made = []
  refusals = 0
  canPlayWav = true
  takeAway = standIn({
    window: {},
    Audio: FakeAudio,
    fetch: async (url: string) => {
      fetched.push(url)
      return new Response()
    },
    document: { createElement: () => ({ canPlayType: () => (canPlayWav ? 'probably' : '') }) },
  })
})
afterEach(() => {
  takeAway()
  jest.useRealTimers()
})

async function pass(ms: number) {
  jest.advanceTimersByTime(ms)
  await settle()
}

/** Starts something and tells later whether it is over. */
function begun(doing: Promise<unknown>) {
  const state = { isOver: false, trouble: null as unknown }
  doing.then(
    () => (state.isOver = true),
    cause => Object.assign(state, { isOver: true, trouble: cause }),
  )
  return state
}

async function end() {
  await settle()
  made[0]?.onended?.()
  await settle()
}

const heard = () => sounded.filter(({ isMuted }) => !isMuted)

describe('the one audio element', () => {
  test('plays a sound to its end', async () => {
    const playing = begun(openElement().play(CHIME, 50))
    await settle()
    expect([heard(), playing.isOver]).toEqual([
      [{ src: CHIME, volume: 0.5, isMuted: false }],
      false,
    ])
    await end()
    expect([playing.isOver, jest.getTimerCount()]).toEqual([true, 0])
  })

  test('tries a second time after 100 ms', async () => {
    refusals = 1
    const playing = begun(openElement().play(CHIME, 50))
    await settle()
    await pass(99)
    expect(heard()).toHaveLength(0)
    await pass(1)
    expect(heard()).toHaveLength(1)
    await end()
    expect(playing).toEqual({ isOver: true, trouble: null })
  })

  test('gives up after the second time', async () => {
    refusals = 9
    const playing = begun(openElement().play(CHIME, 50))
    await settle()
    await pass(100)
    expect(playing.trouble).toMatchObject({ message: 'NotAllowedError' })
    expect(refusals).toBe(7)
    expect(jest.getTimerCount()).toBe(0)
  })

  test('waits three seconds at most for a sound to begin, and fifteen for its end', async () => {
    const element = openElement()
    FakeAudio.prototype.play = () => new Promise(() => {})
    const stalled = begun(element.play(CHIME, 50))
    for (const ms of [3_000, 100, 3_000]) await pass(ms)
    expect(stalled.trouble).toMatchObject({ message: 'took too long' })
    FakeAudio.prototype.play = async () => {}
    const endless = begun(element.play(CHIME, 50))
    await settle()
    await pass(15_000)
    expect(endless).toEqual({ isOver: true, trouble: null })
    FakeAudio.prototype.play = realPlay
  })

  test('goes on when a sound breaks off', async () => {
    const playing = begun(openElement().play(CHIME, 50))
    await settle()
    made[0]?.onerror?.()
    await settle()
    expect(playing).toEqual({ isOver: true, trouble: null })
  })

  test('is one for all sounds, woken without a sound', async () => {
    const element = openElement()
    await element.wake()
    expect(sounded).toEqual([{ src: CHIME, volume: 1, isMuted: true }])
    expect(made[0]?.muted).toBe(false)
    for (let n = 0; n < 3; n++) {
      void element.play(CHIME, 50)
      await end()
    }
    expect([made.length, heard().length]).toEqual([1, 3])
  })

  test('is not left silent when it could not be woken', async () => {
    refusals = 1
    await openElement()
      .wake()
      .catch(() => {})
    expect(made[0]?.muted).toBe(false)
  })
})

const realPlay = FakeAudio.prototype.play

describe('a call', () => {
  test('is heard once', async () => {
    const playing = begun(openSpeaker().play(ON, CALL))
    await end()
    expect(heard()).toEqual([{ src: CHIME, volume: 0.7, isMuted: false }])
    expect(playing.isOver).toBe(true)
  })

  test.each(['airport_ding_1569', 'trumpet_fanfare_2293'])(
    'after a press is heard as MP3, which every TV plays: %s',
    async presetKey => {
      const speaker = openSpeaker()
      await speaker.unlock()
      void speaker.play({ ...ON, presetKey }, CALL)
      await end()
      expect(heard()).toMatchObject([{ src: `/sounds/${presetKey}.mp3` }])
      expect(made).toHaveLength(1)
    },
  )

  test('before a press is heard as the preset is, where the browser plays WAV', async () => {
    const settings = { ...ON, presetKey: 'airport_ding_1569' }
    void openSpeaker().play(settings, CALL)
    await end()
    canPlayWav = false
    made = []
    void openSpeaker().play(settings, CALL)
    await end()
    expect(heard().map(({ src }) => src)).toEqual(['/sounds/airport_ding_1569.wav', CHIME])
  })

  test('whose preset nobody knows is silent, and the log says why', async () => {
    const warned = spyOn(console, 'warn').mockImplementation(() => {})
    for (const presetKey of ['gong', '', '__proto__']) {
      await openSpeaker().play({ ...ON, presetKey }, CALL)
    }
    expect(warned.mock.calls.map(([words]) => words)).toEqual([
      'unknown sound preset: gong',
      'unknown sound preset: ',
      'unknown sound preset: __proto__',
    ])
    expect(sounded).toEqual([])
    warned.mockRestore()
  })

  test('is silent where sound is switched off, even when it should be spoken', async () => {
    await openSpeaker().play({ ...ON, enableSound: 'false', enableTTS: 'true' }, CALL)
    await openSpeaker().play({}, CALL)
    expect([sounded, made]).toEqual([[], []])
  })

  test.each([
    ['0', 0],
    ['50', 0.5],
    ['100', 1],
    ['150', 1],
    ['-5', 0],
    ['loud', 0.7],
  ])('at a volume of %s is heard at %d', async (volume, part) => {
    void openSpeaker().play({ ...ON, volume }, CALL)
    await end()
    expect(heard()).toMatchObject([{ volume: part }])
  })

  test('that cannot be sounded is no trouble to the picture, only a line in the log', async () => {
    const logged = spyOn(console, 'info').mockImplementation(() => {})
    refusals = 9
    const playing = begun(openSpeaker().play(ON, CALL))
    await settle()
    await pass(100)
    expect(playing).toEqual({ isOver: true, trouble: null })
    expect(logged.mock.calls).toEqual([['sound:', 'NotAllowedError']])
    logged.mockRestore()
  })
})

test('a press fetches all the sounds, so that no call waits for the network', async () => {
  await openSpeaker().unlock()
  expect(fetched).toEqual(Object.keys(PRESETS).map(key => `/sounds/${key}.mp3`))
})

describe('where the browser has an audio context', () => {
  let isRunning: boolean
  let isEnding: boolean
  let isGone = false
  let started: number

  class FakeContext {
    currentTime = 0
    get state() {
      return isRunning ? 'running' : 'suspended'
    }
    resume() {
      if (isGone) return Promise.reject(new Error('gone'))
      return isRunning ? Promise.resolve() : new Promise(() => {})
    }
    async suspend() {}
    async decodeAudioData() {
      return { duration: 2 }
    }
    createGain() {
      return { gain: { setValueAtTime() {} }, connect() {}, disconnect() {} }
    }
    createBufferSource() {
      const source = {
        onended: null as (() => void) | null,
        connect() {},
        start() {
          started++
          if (isEnding) queueMicrotask(() => source.onended?.())
        },
      }
      return source
    }
  }

  beforeEach(() => {
    started = 0
    isRunning = isEnding = true
    const take = standIn({ AudioContext: FakeContext, window: { AudioContext: FakeContext } })
    const before = takeAway
    takeAway = () => {
      take()
      before()
    }
  })
  // A page keeps its context; the pages of other tests have none.
  afterAll(() => {
    isRunning = false
    isGone = true
  })

  test('a call is heard by it, and not a second time by the element', async () => {
    const playing = begun(openSpeaker().play(ON, CALL))
    await settle()
    expect([started, sounded, playing.isOver]).toEqual([1, [], true])
    expect(await openSpeaker().isBlocked()).toBe(false)
  })

  test('one that waits for a gesture is known, and the element is tried instead', async () => {
    isRunning = false
    const blocked = openSpeaker().isBlocked()
    await pass(400)
    expect(await blocked).toBe(true)
    const playing = begun(openSpeaker().play(ON, CALL))
    await settle()
    await pass(400)
    await end()
    expect([started, heard().length, playing.isOver]).toEqual([0, 1, true])
  })

  test('one that falls asleep in the middle of a sound does not hold up the next call', async () => {
    isEnding = false
    const playing = begun(openSpeaker().play(ON, CALL))
    await settle()
    expect([started, playing.isOver]).toEqual([1, false])
    await pass(3_000)
    expect([sounded, playing]).toEqual([[], { isOver: true, trouble: null }])
  })

  test('a press makes it play by the element from then on', async () => {
    const speaker = openSpeaker()
    await speaker.unlock()
    expect(await speaker.isBlocked()).toBe(false)
    void speaker.play(ON, CALL)
    await end()
    expect([started, heard().length]).toEqual([0, 1])
  })
})
