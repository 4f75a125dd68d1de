import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { openElement } from '../../../islands/tv/sound/sound-element.ts'
import { aFakeSound, begun, CHIME, type FakeSound } from '../../support/fake-sound.ts'
import { pass, settle } from '../../support/stand-ins.ts'

let it: FakeSound
beforeEach(() => {
  it = aFakeSound()
})
afterEach(() => it.close())

describe('the one audio element', () => {
  test('plays a sound to its end', async () => {
    const playing = begun(openElement().play(CHIME, 50))
    await settle()
    expect([it.heard(), playing.isOver]).toEqual([
      [{ src: CHIME, volume: 0.5, isMuted: false }],
      false,
    ])
    await it.end()
    expect([playing.isOver, jest.getTimerCount()]).toEqual([true, 0])
  })

  test('tries a second time after 100 ms', async () => {
    it.refusals = 1
    const playing = begun(openElement().play(CHIME, 50))
    await settle()
    await pass(99)
    expect(it.heard()).toHaveLength(0)
    await pass(1)
    expect(it.heard()).toHaveLength(1)
    await it.end()
    expect(playing).toEqual({ isOver: true, trouble: null })
  })

  test('gives up after the second time', async () => {
    it.refusals = 9
    const playing = begun(openElement().play(CHIME, 50))
    await settle()
    await pass(100)
    expect(playing.trouble).toMatchObject({ message: 'NotAllowedError' })
    expect(it.refusals).toBe(7)
    expect(jest.getTimerCount()).toBe(0)
  })

  test('waits three seconds at most for a sound to begin, and fifteen for its end', async () => {
    const element = openElement()
    it.FakeAudio.prototype.play = () => new Promise(() => {})
    const stalled = begun(element.play(CHIME, 50))
    for (const ms of [3_000, 100, 3_000]) await pass(ms)
    expect(stalled.trouble).toMatchObject({ message: 'took too long' })
    it.FakeAudio.prototype.play = async () => {}
    const endless = begun(element.play(CHIME, 50))
    await settle()
    await pass(15_000)
    expect(endless).toEqual({ isOver: true, trouble: null })
  })

  test('goes on when a sound breaks off', async () => {
    const playing = begun(openElement().play(CHIME, 50))
    await settle()
    it.made[0]?.onerror?.()
    await settle()
    expect(playing).toEqual({ isOver: true, trouble: null })
  })

  test('is one for all sounds, woken without a sound', async () => {
    const element = openElement()
    await element.wake()
    expect(it.sounded).toEqual([{ src: CHIME, volume: 1, isMuted: true }])
    expect(it.made[0]?.muted).toBe(false)
    for (let n = 0; n < 3; n++) {
      void element.play(CHIME, 50)
      await it.end()
    }
    expect([it.made.length, it.heard().length]).toEqual([1, 3])
  })

  test('is not left silent when it could not be woken', async () => {
    it.refusals = 1
    await openElement()
      .wake()
      .catch(() => {})
    expect(it.made[0]?.muted).toBe(false)
  })
})
