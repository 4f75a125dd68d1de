import { loudness, withoutRumble } from './loudness'
import { RATE } from './perform'

/** Two decibels below full scale: MP3 and a lower rate each add a little. */
const CEILING = 0.79
const TURNS_DOWN_WITHIN = Math.round(0.006 * RATE)
const FADES_IN = 0.002 * RATE
const FADES_OUT = 0.15 * RATE
/** Holding peaks down costs loudness, which the next round gives back. */
const ROUNDS = 4

/** As loud as asked (LUFS), peaks held down gently, no click at either end. */
export function mastered(samples: Float32Array, target: number) {
  let sound = faded(withoutRumble(samples))
  for (let round = 0; round < ROUNDS; round++) {
    const gain = 10 ** ((target - loudness(sound)) / 20)
    sound = held(sound.map(sample => sample * gain))
  }
  return sound
}

export function atPeak(samples: Float32Array, peak: number) {
  const highest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  return samples.map(sample => (sample / highest) * peak)
}

function faded(samples: Float32Array) {
  return samples.map((sample, index) => {
    const rise = Math.min(1, index / FADES_IN)
    const fall = Math.min(1, (samples.length - 1 - index) / FADES_OUT)
    return sample * rise * fall * fall
  })
}

/** Turns down for a few milliseconds about a peak; cutting it off would sound rough. */
function held(samples: Float32Array) {
  const gains = new Float32Array(samples.length).fill(1)
  for (const [index, sample] of samples.entries()) {
    const allowed = CEILING / Math.abs(sample)
    if (allowed < 1) turnDown(gains, index, allowed)
  }
  return samples.map((sample, index) => sample * smoothed(gains, index))
}

function turnDown(gains: Float32Array, about: number, most: number) {
  const end = Math.min(gains.length, about + TURNS_DOWN_WITHIN + 1)
  for (let index = Math.max(0, about - TURNS_DOWN_WITHIN); index < end; index++) {
    gains[index] = Math.min(gains[index] ?? 1, most)
  }
}

// Half as wide as what was turned down: the peak itself stays fully turned down.
function smoothed(gains: Float32Array, index: number) {
  const reach = Math.floor(TURNS_DOWN_WITHIN / 2)
  const around = gains.subarray(Math.max(0, index - reach), index + reach + 1)
  let sum = 0
  for (const gain of around) sum += gain
  return sum / around.length
}
