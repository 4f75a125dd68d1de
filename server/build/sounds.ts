import { join } from 'node:path'
import { Mp3Encoder } from '@breezystack/lamejs'
import { PRESETS, type PresetKey } from '#domain/settings/sounds'

const OUT_DIR = join(import.meta.dirname, '../../static/sounds')
const RATE = 44_100
const MP3_KBPS = 96
const LOUDNESS = 0.16
const CEILING = 0.79
/** Delays of the echo in seconds, without a common divisor, so that they add no tone. */
const ECHOES = [0.0297, 0.0371, 0.0411, 0.0437]

/** `overtones` maps ratios to volumes. Notes rise in `attack` s, then fade (`decay`) or hold. */
type Instrument = { overtones: Record<number, number>; attack: number; decay?: number }

const INSTRUMENTS = {
  bell: { overtones: { 1: 1, 2.01: 0.4, 3.02: 0.15, 4.18: 0.07 }, attack: 0.005, decay: 5 },
  vibraphone: { overtones: { 1: 1, 2: 0.12, 4: 0.2 }, attack: 0.008, decay: 4.5 },
  glockenspiel: { overtones: { 1: 1, 2: 0.3, 2.76: 0.18 }, attack: 0.004, decay: 5.5 },
  marimba: { overtones: { 1: 1, 3.93: 0.2 }, attack: 0.004, decay: 8 },
  drum: { overtones: { 1: 1, 1.5: 0.6, 1.99: 0.4, 2.44: 0.25 }, attack: 0.006, decay: 5 },
  organ: { overtones: { 1: 1, 2: 0.3, 3: 0.16, 5: 0.05 }, attack: 0.02 },
  flute: { overtones: { 1: 1, 2: 0.3, 3: 0.12 }, attack: 0.04 },
  trumpet: { overtones: { 1: 1, 2: 0.8, 3: 0.6, 4: 0.4, 5: 0.25, 6: 0.15 }, attack: 0.04 },
} satisfies Record<string, Instrument>

type Part = [keyof typeof INSTRUMENTS, notes: string]

/** 'C5+E5 0.3 1.2 0.8' is a chord with its start and duration in seconds, and its volume. */
const SCORES: Record<PresetKey, Part[]> = {
  notification_sound: [['bell', 'E5 0 1.2 | C5 0.45 1.5']],
  subway_chime: [['organ', 'F#5 0 0.42 | A5 0.34 0.42 | D5 0.68 0.95']],
  header_tone: [['organ', 'A4+E5 0 0.3 0.8 | B4+F#5 0.26 0.3 0.9 | E5+B5 0.52 1.1']],
  airport_chime: [['vibraphone', 'Bb4 0 1.4 | F5 0.26 1.4 | D5 0.52 1.4 | G5 0.78 1.7']],
  airport_call: [
    ['vibraphone', 'A4+C#5 0 1.5 | E5+A5 0.55 1.9'],
    ['organ', 'A4 0 0.7 0.25 | E5 0.55 1.5 0.25'],
  ],
  airport_ding_1569: [['bell', 'G5 0 2.2 | G4 0 2.2 0.3']],
  melodic_airport_ding_1570: [
    ['vibraphone', 'D5 0 1.1 | A5 0.2 1.1 | F#5 0.4 1.1 | B5 0.6 1.1 | G5 0.9 1.1 | D5+A5 1.2 1.6'],
  ],
  flute_phone_alert_2316: [
    ['flute', 'E5 0 0.16 | G5 0.14 0.16 | B5 0.28 0.5 | E5 0.9 0.16 | G5 1.04 0.16 | D6 1.18 0.85'],
  ],
  happy_bells_937: [
    ['glockenspiel', 'G5 0 0.9 | B5 0.14 0.9 | D6 0.28 0.9 | C6 0.56 0.9 | E6 0.7 0.9'],
    ['glockenspiel', 'D6 0.98 0.9 | B5 1.12 0.9 | G5+D6 1.4 1.3'],
  ],
  orchestra_trumpets_triumphant_2285: [
    ['trumpet', 'Eb4+G4+Bb4 0 0.2 | F4+Bb4+D5 0.22 0.2 | G4+Bb4+Eb5 0.44 0.5'],
    ['trumpet', 'Ab4+C5+F5 0.96 0.42 | Bb4+Eb5+G5 1.4 1.5'],
    ['drum', 'Eb3 0.44 0.8 1.5 | Bb2 0.96 0.5 1.5 | Eb3 1.4 1.6 2.5'],
  ],
  orchestra_trumpets_ending_2292: [
    ['trumpet', 'A4+C5+F5 0 0.55 | G4+D5+F5 0.55 0.55 | G4+C5+E5 1.1 0.65 | F4+A4+C5+F5 1.78 1.25'],
    ['drum', 'C3 1.1 0.7 1.5 | C3 1.45 0.5 1.2 | F2 1.78 1.3 3'],
  ],
  software_remove_2576: [['marimba', 'A5 0 0.5 | E5 0.34 0.7 | A4 0.52 0.85']],
  trumpet_fanfare_2293: [
    ['trumpet', 'D5 0 0.15 | D5 0.16 0.15 | A4 0.32 0.15 | D5 0.48 0.42'],
    ['trumpet', 'F#5 0.92 0.15 | E5 1.08 0.15 | F#5 1.24 0.15 | A5 1.4 1.1'],
  ],
}

for (const [key, file] of Object.entries(PRESETS)) {
  const sound = master(addEcho(render(SCORES[key as PresetKey])))
  await Bun.write(join(OUT_DIR, `${key}.mp3`), encodeMp3(toPcm(sound)))
  if (file.endsWith('.wav')) await Bun.write(join(OUT_DIR, file), encodeWav(toPcm(halve(sound))))
}

function render(parts: Part[]) {
  const notes = parts.flatMap(([name, notation]) => parseNotes(INSTRUMENTS[name], notation))
  const seconds = Math.max(...notes.map(({ at, duration }) => at + duration)) + 0.3
  const samples = new Float32Array(Math.ceil(seconds * RATE))
  for (const { instrument, hz, at, duration, volume } of notes) {
    const first = Math.floor(at * RATE)
    const overtones = Object.entries(instrument.overtones).map(
      ([ratio, loud]) => [Number(ratio), loud] as const,
    )
    for (let index = 0; index < duration * RATE; index++) {
      const time = index / RATE
      const envelope = getEnvelope(instrument, time, duration)
      let tone = 0
      for (const [ratio, loud] of overtones) {
        tone += loud * envelope ** Math.sqrt(ratio) * Math.sin(2 * Math.PI * hz * ratio * time)
      }
      samples[first + index] = (samples[first + index] ?? 0) + volume * tone
    }
  }
  return samples
}

/** A corner in the envelope would click. */
function getEnvelope({ attack, decay }: Instrument, time: number, duration: number) {
  const rise = smoothStep(time / attack)
  const fall = smoothStep((duration - time) / (decay ? 0.1 : Math.min(0.15, duration / 3)))
  return rise * fall * (decay ? Math.exp((-decay * time) / duration) : 1)
}

function smoothStep(share: number) {
  const within = Math.max(0, Math.min(1, share))
  return within * within * (3 - 2 * within)
}

function parseNotes(instrument: Instrument, notation: string) {
  return notation.split(' | ').flatMap(text => {
    const [pitches = '', at, duration, volume = 1] = text.split(' ')
    const note = { instrument, at: Number(at), duration: Number(duration), volume: Number(volume) }
    return pitches.split('+').map(pitch => ({ ...note, hz: toHz(pitch) }))
  })
}

function toHz(pitch: string) {
  const [letter = '', ...rest] = pitch
  const shift = rest[0] === '#' ? 1 : rest[0] === 'b' ? -1 : 0
  const semitone = 'C D EF G A B'.indexOf(letter) + shift + 12 * Number(rest.at(-1))
  return 440 * 2 ** ((semitone - 57) / 12)
}

function addEcho(samples: Float32Array) {
  const echo = samples.slice()
  for (const [index, dry] of samples.entries()) {
    const past = ECHOES.map(delay => echo[index - Math.round(delay * RATE)] ?? 0)
    echo[index] = dry + 0.17 * past.reduce((sum, sample) => sum + sample, 0)
  }
  return echo
}

/** Limits peaks softly, because clipping would sound rough. Fades to silence at the end. */
function master(samples: Float32Array) {
  const gain = Math.sqrt(LOUDNESS / getLoudest(samples))
  let [last, centered] = [0, 0]
  return samples.map((sample, index) => {
    const limited = CEILING * Math.tanh(gain * sample)
    // Remove the offset that limiting uneven waves leaves, because it makes a speaker knock.
    centered = limited - last + 0.995 * centered
    last = limited
    return centered * smoothStep((samples.length - 400 - index) / (0.15 * RATE))
  })
}

function getLoudest(samples: Float32Array) {
  const block = 0.4 * RATE
  const starts = Array.from({ length: Math.ceil(samples.length / block) }, (_, n) => n * block)
  const powers = starts.map(
    start => samples.subarray(start, start + block).reduce((sum, x) => sum + x * x, 0) / block,
  )
  return Math.max(...powers)
}

function toPcm(samples: Float32Array): Int16Array<ArrayBuffer> {
  return Int16Array.from(samples, sample => Math.round(sample * 32_767))
}

/** Halves the sample rate and the size. TV speakers hardly play the lost frequencies. */
function halve(samples: Float32Array) {
  const length = Math.floor(samples.length / 2)
  const at = (index: number) => samples[index] ?? 0
  return Float32Array.from(
    { length },
    (_, n) => (at(2 * n - 1) + 2 * at(2 * n) + at(2 * n + 1)) / 4,
  )
}

function encodeMp3(pcm: Int16Array) {
  const encoder = new Mp3Encoder(1, RATE, MP3_KBPS)
  const parts = [encoder.encodeBuffer(pcm), encoder.flush()]
  return new Blob(parts.map(part => Uint8Array.from(part, byte => byte & 0xff)))
}

function encodeWav(pcm: Int16Array<ArrayBuffer>) {
  const header = Buffer.from('RIFF....WAVEfmt ....................data....', 'latin1')
  header.writeUInt32LE(36 + pcm.byteLength, 4)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(RATE / 2, 24)
  header.writeUInt32LE(RATE, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.writeUInt32LE(pcm.byteLength, 40)
  return new Blob([header, pcm])
}
