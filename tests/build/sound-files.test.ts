import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { isPreset, PRESETS } from '#domain/settings/sounds'

const SOUNDS = join(import.meta.dirname, '../../static/sounds')
const KEYS = Object.keys(PRESETS).filter(isPreset)
const WAVS = Object.values(PRESETS).filter(file => file.endsWith('.wav'))

const SHORTEST_S = 1
const LONGEST_S = 4
const WAV_RATE = 22_050
const AUDIBLE_RMS = 0.05
const INAUDIBLE = 0.003
const ONE_DECIBEL_BELOW_FULL = 10 ** (-1 / 20)

const readSound = async (name: string) =>
  Buffer.from(await Bun.file(join(SOUNDS, name)).arrayBuffer())

/** Throws unless every frame is mono, 96 kbit/s, 44.1 kHz. */
function getMp3Seconds(file: Uint8Array) {
  let frames = 0
  for (let offset = 0; offset < file.length; frames++) {
    const [sync = 0, version = 0, rates = 0, mode = 0] = file.subarray(offset, offset + 4)
    const isFrame = sync === 0xff && (version & 0xfe) === 0xfa
    const isAsMade = (rates & 0xfc) === 0x70 && mode >> 6 === 3
    if (!isFrame || !isAsMade) throw new Error(`no mono frame at byte ${offset}`)
    offset += Math.floor((144 * 96_000) / 44_100) + ((rates >> 1) & 1)
  }
  return (frames * 1_152) / 44_100
}

/** From -1 to 1. */
const readSamples = (file: Buffer) =>
  Array.from({ length: (file.length - 44) / 2 }, (_, n) => file.readInt16LE(44 + n * 2) / 32_768)

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const rms = (samples: number[]) => Math.sqrt(mean(samples.map(sample => sample * sample)))
const peak = (samples: number[]) =>
  samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0)

/** The RMS of the loudest 400 ms, in decibels. */
function getLoudness(samples: number[]) {
  const step = WAV_RATE / 10
  const starts = Array.from({ length: Math.floor(samples.length / step) - 3 }, (_, n) => n * step)
  const levels = starts.map(start => rms(samples.slice(start, start + 4 * step)))
  return 20 * Math.log10(Math.max(...levels))
}

test('every preset has an MP3 of its own for the TVs, small, of one to four seconds', async () => {
  const files = await Promise.all(KEYS.map(key => readSound(`${key}.mp3`)))
  for (const file of files) {
    expect(file.length).toBeWithin(12_001, 45_000)
    expect(getMp3Seconds(file)).toBeWithin(SHORTEST_S, LONGEST_S)
  }
  expect(new Set(files.map(file => Bun.hash(file))).size).toBe(13)
})

test.each(WAVS)(
  '%s is a WAV that every browser with WAV reads, and plays without a click',
  async name => {
    const file = await readSound(name)
    const ascii = (from: number, to: number) => file.toString('latin1', from, to)
    const [format, channels] = [file.readUInt16LE(20), file.readUInt16LE(22)]
    const [bytesASample, bits] = [file.readUInt16LE(32), file.readUInt16LE(34)]
    expect([ascii(0, 4), ascii(8, 16), ascii(36, 40)]).toEqual(['RIFF', 'WAVEfmt ', 'data'])
    expect(file.readUInt32LE(40)).toBe(file.length - 44)
    expect([format, channels, bytesASample, bits]).toEqual([1, 1, 2, 16])
    expect([24, 28].map(at => file.readUInt32LE(at))).toEqual([WAV_RATE, 2 * WAV_RATE])
    expect(file.length).toBeLessThan(160_000)

    const samples = readSamples(file)
    expect(samples.length / WAV_RATE).toBeWithin(SHORTEST_S, LONGEST_S)
    expect(rms(samples)).toBeGreaterThan(AUDIBLE_RMS)
    expect(peak(samples)).toBeLessThan(ONE_DECIBEL_BELOW_FULL)
    expect(peak(samples.slice(0, 2))).toBeLessThan(INAUDIBLE)
    expect(peak(samples.slice(-200))).toBeLessThan(INAUDIBLE)
    // With an offset a speaker knocks.
    expect(Math.abs(mean(samples))).toBeLessThan(0.001)
  },
)

test('the WAVs are equally loud, so that changing the sound startles nobody', async () => {
  expect(WAVS).toHaveLength(8)
  const levels = await Promise.all(
    WAVS.map(async name => getLoudness(readSamples(await readSound(name)))),
  )
  expect(Math.max(...levels) - Math.min(...levels)).toBeLessThan(5)
})
