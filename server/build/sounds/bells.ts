import type { Voice } from './perform'

type Overtone = { ratio: number; loud: number; fades: number }

// What makes a tone a bell: overtones that are no multiples, the higher ones dying sooner.
export const bell = struck(
  [
    { ratio: 1, loud: 1, fades: 1 },
    { ratio: 2.01, loud: 0.45, fades: 1.7 },
    { ratio: 3.02, loud: 0.2, fades: 2.6 },
    { ratio: 4.18, loud: 0.1, fades: 4 },
  ],
  0.004,
)

/** A wide metal bar under a soft mallet, its second tone two octaves up. */
export const vibraphone = struck(
  [
    { ratio: 1, loud: 1, fades: 0.9 },
    { ratio: 2, loud: 0.14, fades: 1.4 },
    { ratio: 4, loud: 0.3, fades: 3 },
    { ratio: 10, loud: 0.03, fades: 12 },
  ],
  0.008,
)

/** A small hard bar: bright, and soon gone. */
export const glockenspiel = struck(
  [
    { ratio: 1, loud: 1, fades: 1 },
    { ratio: 2, loud: 0.3, fades: 1.6 },
    { ratio: 2.76, loud: 0.22, fades: 3 },
    { ratio: 5.4, loud: 0.08, fades: 8 },
  ],
  0.003,
)

/** Wood: a short knock with a tone in it. */
export const marimba = struck(
  [
    { ratio: 1, loud: 1, fades: 1.3 },
    { ratio: 3.93, loud: 0.3, fades: 5 },
    { ratio: 9.2, loud: 0.08, fades: 14 },
  ],
  0.003,
)

export const kettledrum = struck(
  [
    { ratio: 1, loud: 1, fades: 1 },
    { ratio: 1.5, loud: 0.6, fades: 1.3 },
    { ratio: 1.99, loud: 0.4, fades: 1.6 },
    { ratio: 2.44, loud: 0.25, fades: 2.5 },
  ],
  0.006,
)

function struck(overtones: Overtone[], strikeTakes: number): Voice {
  return (hz, lasts) => time => {
    const rise = Math.min(1, time / strikeTakes)
    const end = Math.max(0, Math.min(1, (lasts - time) / 0.1))
    const tone = overtones.reduce((sum, overtone) => {
      const fading = Math.exp((-4.5 * overtone.fades * time) / lasts)
      return sum + overtone.loud * fading * Math.sin(2 * Math.PI * hz * overtone.ratio * time)
    }, 0)
    return rise * end * tone
  }
}
