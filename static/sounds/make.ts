import { join } from 'node:path'
import { Mp3Encoder } from '@breezystack/lamejs'

/** `bun static/sounds/make.ts` writes the sounds anew. All of them are computed here, none is a recording. */
const RATE = 44_100
const KBPS = 96
const FRAME = 1_152

/** One struck bell: frequency in Hz, start and length in seconds, loudness 0-1. */
type Bell = { hz: number; at: number; lasts: number; loud: number }

// What makes a tone a bell: overtones that are no multiples, the higher ones dying sooner.
const OVERTONES = [
  { ratio: 1, loud: 1, fades: 1 },
  { ratio: 2.01, loud: 0.45, fades: 1.7 },
  { ratio: 3.02, loud: 0.2, fades: 2.6 },
  { ratio: 4.18, loud: 0.1, fades: 4 },
]
const STRIKE_S = 0.004

const DING_DONG: Bell[] = [
  { hz: 659.25, at: 0, lasts: 1.2, loud: 0.85 },
  { hz: 523.25, at: 0.45, lasts: 1.5, loud: 0.85 },
]

await Bun.write(join(import.meta.dirname, 'notification_sound.mp3'), mp3(ring(DING_DONG)))

function ring(bells: Bell[]) {
  const seconds = Math.max(...bells.map(({ at, lasts }) => at + lasts))
  const samples = new Float32Array(Math.ceil(seconds * RATE))
  for (const bell of bells) strike(samples, bell)
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  return samples.map(sample => (sample / peak) * 0.9)
}

function strike(samples: Float32Array, { hz, at, lasts, loud }: Bell) {
  const first = Math.floor(at * RATE)
  for (let index = first; index < samples.length; index++) {
    const time = (index - first) / RATE
    const rise = Math.min(1, time / STRIKE_S)
    const end = Math.max(0, Math.min(1, (lasts - time) / 0.1))
    const tone = OVERTONES.reduce((sum, overtone) => {
      const fading = Math.exp((-4.5 * overtone.fades * time) / lasts)
      return sum + overtone.loud * fading * Math.sin(2 * Math.PI * hz * overtone.ratio * time)
    }, 0)
    samples[index] = (samples[index] ?? 0) + loud * rise * end * tone
  }
}

function mp3(samples: Float32Array) {
  const encoder = new Mp3Encoder(1, RATE, KBPS)
  const pcm = Int16Array.from(samples, sample => Math.round(sample * 32_767))
  const parts: ArrayLike<number>[] = []
  for (let from = 0; from < pcm.length; from += FRAME) {
    parts.push(encoder.encodeBuffer(pcm.subarray(from, from + FRAME)))
  }
  return new Blob(
    [...parts, encoder.flush()].map(part => Uint8Array.from(part, byte => byte & 0xff)),
  )
}
