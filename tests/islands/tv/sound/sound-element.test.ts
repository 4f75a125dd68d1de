import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { createAudioElement } from '../../../../islands/sound/sound-element.ts'
import { advanceTime, flushPromises } from '../../../support/fakes/browser-globals.ts'
import {
  CHIME,
  createFakeSound,
  type FakeSound,
  trackPromise,
} from '../../../support/fakes/sound.ts'

let ctx: FakeSound
beforeEach(() => {
  ctx = createFakeSound()
})
afterEach(() => ctx.close())

describe('the one audio element', () => {
  test('plays a sound to its end, or until it fails', async () => {
    const playing = trackPromise(createAudioElement().play(CHIME, 50))
    await flushPromises()
    expect([ctx.audible(), playing.isOver]).toEqual([
      [{ src: CHIME, volume: 0.5, isMuted: false }],
      false,
    ])
    await ctx.end()
    expect([playing.isOver, jest.getTimerCount()]).toEqual([true, 0])
    const failing = trackPromise(createAudioElement().play(CHIME, 50))
    await flushPromises()
    ctx.made[1]?.onerror?.()
    await flushPromises()
    expect(failing).toEqual({ isOver: true, error: null })
  })

  test('tries a second time after 100 ms, and then gives up', async () => {
    ctx.rejections = 3
    const rejected = trackPromise(createAudioElement().play(CHIME, 50))
    await flushPromises()
    await advanceTime(99)
    expect(ctx.rejections).toBe(2)
    await advanceTime(1)
    expect([ctx.rejections, rejected.error]).toMatchObject([1, { message: 'NotAllowedError' }])
    const playing = trackPromise(createAudioElement().play(CHIME, 50))
    await flushPromises()
    await advanceTime(100)
    expect(ctx.audible()).toHaveLength(1)
    expect([playing.error, jest.getTimerCount()]).toEqual([null, 1])
  })

  test('waits at most three seconds for the start of a sound and fifteen for its end', async () => {
    const element = createAudioElement()
    ctx.FakeAudio.prototype.play = () => new Promise(() => {})
    const stalled = trackPromise(element.play(CHIME, 50))
    for (const ms of [3_000, 100, 3_000]) await advanceTime(ms)
    expect(stalled.error).toMatchObject({ message: 'timed out' })
    ctx.FakeAudio.prototype.play = async () => {}
    const endless = trackPromise(element.play(CHIME, 50))
    await flushPromises()
    await advanceTime(15_000)
    expect(endless).toEqual({ isOver: true, error: null })
  })

  test('is one for all sounds, unlocked by a muted play', async () => {
    const element = createAudioElement()
    ctx.rejections = 1
    await expect(element.unlock()).rejects.toThrow('NotAllowedError')
    expect(ctx.made[0]?.muted).toBe(false)
    await element.unlock()
    expect(ctx.sounded).toEqual([{ src: CHIME, volume: 1, isMuted: true }])
    expect(ctx.made[0]?.muted).toBe(false)
    for (let n = 0; n < 3; n++) {
      void element.play(CHIME, 50)
      await ctx.end()
    }
    expect([ctx.made.length, ctx.audible().length]).toEqual([1, 3])
  })
})
