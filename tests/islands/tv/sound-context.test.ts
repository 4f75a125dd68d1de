import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { openSpeaker } from '../../../islands/tv/sound/speaker.ts'
import { aFakeSound, begun, CALL, type FakeSound, ON } from '../../support/fake-sound.ts'
import { pass, settle, standIn } from '../../support/stand-ins.ts'

let it: FakeSound
let takeAway: () => void
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
  it = aFakeSound()
  started = 0
  isRunning = isEnding = true
  takeAway = standIn({ AudioContext: FakeContext, window: { AudioContext: FakeContext } })
})
afterEach(() => {
  takeAway()
  it.close()
})
// A page keeps its context; the pages of other tests have none.
afterAll(() => {
  isRunning = false
  isGone = true
})

describe('where the browser has an audio context', () => {
  test('a call is heard by it, and not a second time by the element', async () => {
    const playing = begun(openSpeaker().play(ON, CALL))
    await settle()
    expect([started, it.sounded, playing.isOver]).toEqual([1, [], true])
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
    await it.end()
    expect([started, it.heard().length, playing.isOver]).toEqual([0, 1, true])
  })

  test('one that falls asleep in the middle of a sound does not hold up the next call', async () => {
    isEnding = false
    const playing = begun(openSpeaker().play(ON, CALL))
    await settle()
    expect([started, playing.isOver]).toEqual([1, false])
    await pass(3_000)
    expect([it.sounded, playing]).toEqual([[], { isOver: true, trouble: null }])
  })

  test('a press makes it play by the element from then on', async () => {
    const speaker = openSpeaker()
    await speaker.unlock()
    expect(await speaker.isBlocked()).toBe(false)
    void speaker.play(ON, CALL)
    await it.end()
    expect([started, it.heard().length]).toEqual([0, 1])
  })
})
