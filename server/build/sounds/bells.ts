import type { Voice } from './perform'

type Overtone = { ratio: number; volume: number; decay: number }

// Inharmonic overtones, of which the higher ones decay faster, sound like a bell.
export const bell = createStruckVoice(
  [
    { ratio: 1, volume: 1, decay: 1 },
    { ratio: 2.01, volume: 0.45, decay: 1.7 },
    { ratio: 3.02, volume: 0.2, decay: 2.6 },
    { ratio: 4.18, volume: 0.1, decay: 4 },
  ],
  0.004,
)

export const vibraphone = createStruckVoice(
  [
    { ratio: 1, volume: 1, decay: 0.9 },
    { ratio: 2, volume: 0.14, decay: 1.4 },
    { ratio: 4, volume: 0.3, decay: 3 },
    { ratio: 10, volume: 0.03, decay: 12 },
  ],
  0.008,
)

export const glockenspiel = createStruckVoice(
  [
    { ratio: 1, volume: 1, decay: 1 },
    { ratio: 2, volume: 0.3, decay: 1.6 },
    { ratio: 2.76, volume: 0.22, decay: 3 },
    { ratio: 5.4, volume: 0.08, decay: 8 },
  ],
  0.003,
)

export const marimba = createStruckVoice(
  [
    { ratio: 1, volume: 1, decay: 1.3 },
    { ratio: 3.93, volume: 0.3, decay: 5 },
    { ratio: 9.2, volume: 0.08, decay: 14 },
  ],
  0.003,
)

export const kettledrum = createStruckVoice(
  [
    { ratio: 1, volume: 1, decay: 1 },
    { ratio: 1.5, volume: 0.6, decay: 1.3 },
    { ratio: 1.99, volume: 0.4, decay: 1.6 },
    { ratio: 2.44, volume: 0.25, decay: 2.5 },
  ],
  0.006,
)

function createStruckVoice(overtones: Overtone[], attack: number): Voice {
  return (hz, duration) => time => {
    const rise = Math.min(1, time / attack)
    const end = Math.max(0, Math.min(1, (duration - time) / 0.1))
    const tone = overtones.reduce((sum, overtone) => {
      const fading = Math.exp((-4.5 * overtone.decay * time) / duration)
      return sum + overtone.volume * fading * Math.sin(2 * Math.PI * hz * overtone.ratio * time)
    }, 0)
    return rise * end * tone
  }
}
