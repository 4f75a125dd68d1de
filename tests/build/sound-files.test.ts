import { describe, expect, test } from 'bun:test'
import { isPreset, PRESETS } from '#domain/settings/sounds'
import {
  getMp3Seconds,
  loudest,
  peak,
  readAscii,
  readSamples,
  readSound,
  readWavHeader,
  rms,
} from '../support/files/sound-file.ts'

const KEYS = Object.keys(PRESETS).filter(isPreset)
const WAVS = Object.values(PRESETS).filter(file => file.endsWith('.wav'))

const SHORTEST_S = 1
const LONGEST_S = 4
const AUDIBLE_RMS = 0.05
const INAUDIBLE = 0.003
const ONE_DECIBEL_BELOW_FULL = 10 ** (-1 / 20)

describe('every preset has an MP3 for the TVs', () => {
  test.each(KEYS)('%s is small and lasts one to four seconds', async key => {
    const file = await readSound(`${key}.mp3`)
    expect(file.length).toBeGreaterThan(12_000)
    expect(file.length).toBeLessThan(45_000)
    expect(getMp3Seconds(file)).toBeWithin(SHORTEST_S, LONGEST_S)
  })

  test('no two presets sound the same', async () => {
    const files = await Promise.all(KEYS.map(key => readSound(`${key}.mp3`)))
    expect(new Set(files.map(file => Bun.hash(file))).size).toBe(13)
  })
})

test('eight presets also have a WAV', () => {
  expect(WAVS.length).toBe(8)
})

describe.each(WAVS)('%s', name => {
  test('is a WAV that every browser with WAV reads', async () => {
    const file = await readSound(name)
    expect([readAscii(file, 0, 4), readAscii(file, 8, 16), readAscii(file, 36, 40)]).toEqual([
      'RIFF',
      'WAVEfmt ',
      'data',
    ])
    expect(readWavHeader(file)).toEqual({
      riffSize: file.length - 8,
      formatSize: 16,
      isPcm: true,
      channels: 1,
      rate: 22_050,
      bytesASecond: 44_100,
      bytesASample: 2,
      bits: 16,
      dataSize: file.length - 44,
    })
    expect(file.length).toBeLessThan(160_000)
  })

  test('lasts one to four seconds', async () => {
    const samples = readSamples(await readSound(name))
    expect(samples.length / 22_050).toBeWithin(SHORTEST_S, LONGEST_S)
    expect(rms(samples)).toBeGreaterThan(AUDIBLE_RMS)
  })

  test('does not clip', async () => {
    expect(peak(readSamples(await readSound(name)))).toBeLessThan(ONE_DECIBEL_BELOW_FULL)
  })

  test('begins and ends in silence, without a click', async () => {
    const samples = readSamples(await readSound(name))
    expect(peak(samples.slice(0, 2))).toBeLessThan(INAUDIBLE)
    expect(peak(samples.slice(-200))).toBeLessThan(INAUDIBLE)
  })

  test('has no DC offset, so that a speaker does not knock', async () => {
    const samples = readSamples(await readSound(name))
    const offset = samples.reduce((sum, sample) => sum + sample, 0) / samples.length
    expect(Math.abs(offset)).toBeLessThan(0.001)
  })
})

test('the WAVs are equally loud, so that changing the sound startles nobody', async () => {
  const levels = await Promise.all(
    WAVS.map(async name => loudest(readSamples(await readSound(name)))),
  )
  const decibels = levels.map(level => 20 * Math.log10(level))
  expect(Math.max(...decibels) - Math.min(...decibels)).toBeLessThan(5)
})
