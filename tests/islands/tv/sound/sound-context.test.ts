import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  advanceTime,
  flushPromises,
  replaceGlobals,
} from '../../../support/fakes/browser-globals.ts'
import {
  aSpeaker,
  createFakeSound,
  type FakeSound,
  SOUND,
  SOUND_ON,
  trackPromise,
} from '../../../support/fakes/sound.ts'

let ctx: FakeSound
let restoreGlobals: () => void
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
      stop: () => source.onended?.(),
    }
    return source
  }
}

beforeEach(() => {
  ctx = createFakeSound()
  started = 0
  isRunning = isEnding = true
  restoreGlobals = replaceGlobals({
    AudioContext: FakeContext,
    window: { AudioContext: FakeContext },
  })
})
afterEach(() => {
  restoreGlobals()
  ctx.close()
})
// The module keeps its context; other tests in this process must fall back to the element.
afterAll(() => {
  isRunning = false
  isGone = true
})

describe('with Web Audio', () => {
  test('a call is played by Web Audio alone', async () => {
    const playing = trackPromise(aSpeaker().play(SOUND_ON, SOUND))
    await flushPromises()
    expect([started, ctx.sounded, playing.isOver]).toEqual([1, [], true])
    expect(await aSpeaker().isBlocked()).toBe(false)
  })

  test('before a gesture the page is blocked, and the element is tried instead', async () => {
    isRunning = false
    const blocked = aSpeaker().isBlocked()
    await advanceTime(400)
    expect(await blocked).toBe(true)
    const playing = trackPromise(aSpeaker().play(SOUND_ON, SOUND))
    await flushPromises()
    await advanceTime(400)
    await ctx.end()
    expect([started, ctx.audible().length, playing.isOver]).toEqual([0, 1, true])
  })

  test.each([
    ['that is taken back is cut short', true, 0, 1],
    ['whose context is suspended ends after three seconds', false, 3_000, 1],
    ['that is taken back while Web Audio is tried stays silent', true, 400, 0],
  ])('a call %s', async (_, isTakenBack, waitMs, starts) => {
    isEnding = false
    isRunning = starts > 0
    const speaker = aSpeaker()
    const playing = trackPromise(speaker.play(SOUND_ON, SOUND))
    await flushPromises()
    expect([started, playing.isOver]).toEqual([starts, false])
    if (isTakenBack) speaker.stop()
    await advanceTime(waitMs)
    expect([ctx.sounded, playing]).toEqual([[], { isOver: true, error: null }])
  })
})
