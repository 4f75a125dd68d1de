import { afterEach, beforeEach, describe, expect, jest, spyOn, test } from 'bun:test'
import { PRESETS } from '#domain/settings/sounds'
import { createAudioElement } from '../../../../islands/sound/sound-element.ts'
import {
  advanceTime,
  flushPromises,
  replaceGlobals,
} from '../../../support/fakes/browser-globals.ts'
import {
  aSpeaker,
  CHIME,
  createFakeSound,
  type FakeSound,
  SOUND,
  SOUND_ON,
  trackPromise,
} from '../../../support/fakes/sound.ts'
import { someSettings } from '../../../support/settings.ts'

let ctx: FakeSound
beforeEach(() => {
  ctx = createFakeSound()
})
afterEach(() => ctx.close())

describe('a call', () => {
  test('after a gesture, which preloads all sounds, is played as MP3', async () => {
    const speaker = aSpeaker()
    await speaker.unlock()
    expect(ctx.fetched).toEqual(Object.keys(PRESETS).map(key => `/sounds/${key}.mp3`))
    void speaker.play({ ...SOUND_ON, presetKey: 'airport_ding_1569' }, SOUND)
    await ctx.end()
    expect(ctx.audible()).toMatchObject([{ src: '/sounds/airport_ding_1569.mp3' }])
    expect(ctx.made).toHaveLength(1)
  })

  test('before a gesture is played as WAV where the browser supports it', async () => {
    const settings = someSettings({ presetKey: 'airport_ding_1569' })
    void aSpeaker().play(settings, SOUND)
    await ctx.end()
    ctx.canPlayWav = false
    ctx.made = []
    void aSpeaker().play(settings, SOUND)
    await ctx.end()
    expect(ctx.audible().map(({ src }) => src)).toEqual(['/sounds/airport_ding_1569.wav', CHIME])
  })

  test('with an unknown preset, or whose sound fails, is silent and logged', async () => {
    const info = spyOn(console, 'info').mockImplementation(() => {})
    const warn = spyOn(console, 'warn').mockImplementation(() => {})
    await aSpeaker().play({ ...SOUND_ON, presetKey: 'gong' as 'airport_chime' }, SOUND)
    ctx.rejections = 9
    const playing = trackPromise(aSpeaker().play(SOUND_ON, SOUND))
    await flushPromises()
    await advanceTime(100)
    expect([playing, ctx.sounded]).toEqual([{ isOver: true, error: null }, []])
    expect(warn.mock.calls).toEqual([['sound failed:', 'unknown sound preset: gong']])
    expect(info.mock.calls).toEqual([['sound failed:', 'NotAllowedError']])
    info.mockRestore()
    warn.mockRestore()
  })

  test('that comes first is spoken by a voice that the browser loads when it is asked', async () => {
    const spoken: string[] = []
    let voices: object[] = []
    const speechSynthesis = {
      getVoices() {
        const known = voices
        void Promise.resolve().then(() => (voices = [{ lang: 'en-US' }]))
        return known
      },
      cancel() {},
      speak: ({ text }: { text: string }) => void spoken.push(text),
    }
    class SpeechSynthesisUtterance {
      constructor(readonly text: string) {}
    }
    const window = { speechSynthesis }
    const restore = replaceGlobals({ window, speechSynthesis, SpeechSynthesisUtterance })
    void aSpeaker().play({ ...SOUND_ON, enableTTS: 'true' }, SOUND)
    await ctx.end()
    expect(spoken).toHaveLength(1)
    restore()
  })

  test('is silent when sound is disabled, even with speech enabled', async () => {
    await aSpeaker().play({ ...SOUND_ON, enableSound: 'false', enableTTS: 'true' }, SOUND)
    expect([ctx.sounded, ctx.made]).toEqual([[], []])
  })

  test.each([
    ['0', 0],
    ['100', 1],
    ['150', 1],
    ['-5', 0],
    ['loud', 0.7],
  ])('at a volume of %s is played at %d', async (volume, expected) => {
    void aSpeaker().play({ ...SOUND_ON, volume }, SOUND)
    await ctx.end()
    expect(ctx.audible()).toMatchObject([{ volume: expected }])
  })
})

describe('the voice', () => {
  const settings = { ...SOUND_ON, voiceLanguages: 'ms,zh' }
  const srcs = () => ctx.audible().map(({ src }) => src)

  test('speaks after the sound, in each language, at the same volume', async () => {
    const playing = trackPromise(aSpeaker().play(settings, SOUND))
    expect(playing.isOver).toBe(false)
    for (let sounds = 1; sounds <= 3; sounds++) await ctx.end()
    expect(ctx.audible()).toEqual([
      { src: CHIME, volume: 0.7, isMuted: false },
      { src: '/voice/1/ms.mp3', volume: 0.7, isMuted: false },
      { src: '/voice/1/zh.mp3', volume: 0.7, isMuted: false },
    ])
    expect(playing.isOver).toBe(true)
  })

  test('speaks one language while many calls wait', async () => {
    void aSpeaker().play(settings, { ...SOUND, waiting: 4 })
    for (let sounds = 1; sounds <= 3; sounds++) await ctx.end()
    expect(srcs()).toEqual([CHIME, '/voice/1/ms.mp3'])
  })

  test('stops at once when the call is taken back', async () => {
    const speaker = aSpeaker()
    const playing = trackPromise(speaker.play(settings, SOUND))
    await ctx.end()
    expect(srcs()).toEqual([CHIME, '/voice/1/ms.mp3'])
    speaker.stop()
    await flushPromises()
    expect(playing.isOver).toBe(true)
    expect(srcs()).toEqual([CHIME, '/voice/1/ms.mp3'])
  })

  test('goes on with the next language when one cannot be played', async () => {
    const info = spyOn(console, 'info').mockImplementation(() => {})
    const playing = trackPromise(aSpeaker().play(settings, SOUND))
    await flushPromises()
    // Both attempts of the first language.
    ctx.rejections = 2
    await ctx.end()
    await advanceTime(100)
    await ctx.end()
    expect(playing.isOver).toBe(true)
    expect(srcs()).toEqual([CHIME, '/voice/1/zh.mp3'])
    info.mockRestore()
  })

  test('is not cut off by the time limit of a sound that it has followed', async () => {
    const speaker = aSpeaker()
    await speaker.unlock()
    const chime = trackPromise(speaker.play(SOUND_ON))
    await advanceTime(5_000)
    const playing = trackPromise(speaker.play(settings, SOUND))
    await flushPromises()
    expect(chime.isOver).toBe(true)
    await ctx.end()
    await advanceTime(12_000)
    expect([ctx.made[0]?.src, playing.isOver]).toEqual(['/voice/1/ms.mp3', false])
  })

  test('does not begin after it was stopped while its sound was loading', async () => {
    const speaker = aSpeaker()
    await speaker.unlock()
    ctx.isLoading = true
    const results: string[] = []
    const playing = trackPromise(speaker.play(settings, SOUND, result => results.push(result)))
    await flushPromises()
    speaker.stop()
    ctx.isLoading = false
    await advanceTime(5_000)
    expect([playing.isOver, srcs()]).toEqual([true, []])
    // The desk is not left waiting.
    expect(results[0]).toBe('failed')
  })
})

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
