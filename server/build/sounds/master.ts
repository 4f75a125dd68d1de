import { filterRumble, measureLoudness } from './loudness'
import { RATE } from './perform'

/** Two decibels below full scale, because MP3 and resampling raise peaks. */
const CEILING = 0.79
const ATTACK = Math.round(0.006 * RATE)
const FADE_IN = 0.002 * RATE
const FADE_OUT = 0.15 * RATE
/** Limiting costs loudness, which the next round restores. */
const ROUNDS = 4

export function master(samples: Float32Array, target: number) {
  let sound = fade(filterRumble(samples))
  for (let round = 0; round < ROUNDS; round++) {
    const gain = 10 ** ((target - measureLoudness(sound)) / 20)
    sound = limitPeaks(sound.map(sample => sample * gain))
  }
  return sound
}

export function normalizePeak(samples: Float32Array, peak: number) {
  const highest = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)
  return samples.map(sample => (sample / highest) * peak)
}

function fade(samples: Float32Array) {
  return samples.map((sample, index) => {
    const rise = Math.min(1, index / FADE_IN)
    const fall = Math.min(1, (samples.length - 1 - index) / FADE_OUT)
    return sample * rise * fall * fall
  })
}

/** Lowers the gain for a few milliseconds around a peak; clipping would sound rough. */
function limitPeaks(samples: Float32Array) {
  const gains = new Float32Array(samples.length).fill(1)
  for (const [index, sample] of samples.entries()) {
    const allowed = CEILING / Math.abs(sample)
    if (allowed < 1) lowerGains(gains, index, allowed)
  }
  return samples.map((sample, index) => sample * smooth(gains, index))
}

function lowerGains(gains: Float32Array, center: number, max: number) {
  const end = Math.min(gains.length, center + ATTACK + 1)
  for (let index = Math.max(0, center - ATTACK); index < end; index++) {
    gains[index] = Math.min(gains[index] ?? 1, max)
  }
}

// Half the attack, so that the peak itself keeps its full reduction.
function smooth(gains: Float32Array, index: number) {
  const reach = Math.floor(ATTACK / 2)
  const around = gains.subarray(Math.max(0, index - reach), index + reach + 1)
  let sum = 0
  for (const gain of around) sum += gain
  return sum / around.length
}
