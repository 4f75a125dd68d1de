import { createBandPass, createNoise } from './noise'
import { RATE, type Voice } from './perform'

/** Overtones above it are weak; a higher number sounds sharper. */
const BRASS_BRIGHTNESS_HZ = 1_500
const MAX_OVERTONE_HZ = 8_500

export const trumpet: Voice = (hz, duration) => {
  const overtones = Array.from({ length: Math.floor(MAX_OVERTONE_HZ / hz) }, (_, index) => ({
    multiple: index + 1,
    volume: 1 / (1 + ((hz * (index + 1)) / BRASS_BRIGHTNESS_HZ) ** 2.6),
  }))
  let phase = 0
  return time => {
    const breath = getEnvelope(time, duration, 0.045, 0.09) * (0.82 + 0.18 * Math.exp(-time / 0.12))
    const scoop = 1 - 0.012 * Math.exp(-time / 0.02)
    phase += (hz * scoop * vibrato(time, 5.4, 0.0035)) / RATE
    return overtones.reduce((sum, { multiple, volume }) => {
      return (
        sum + volume * breath ** (1 + 0.3 * multiple) * Math.sin(2 * Math.PI * multiple * phase)
      )
    }, 0)
  }
}

// Slightly out of time and tune, so that they sound like three players.
const PLAYERS = [
  { tuned: 1, late: 0 },
  { tuned: 1.0026, late: 0.009 },
  { tuned: 0.9972, late: 0.016 },
]

export const trumpets: Voice = (hz, duration) => {
  const players = PLAYERS.map(({ tuned, late }) => ({
    late,
    play: trumpet(hz * tuned, duration - late),
  }))
  return time =>
    players.reduce((sum, { late, play }) => sum + (time < late ? 0 : play(time - late)), 0)
}

const FLUTE = [1, 0.36, 0.17, 0.05, 0.025]

export const flute: Voice = (hz, duration) => {
  const air = createBandPass(createNoise(hz), 2 * hz, 1.2)
  let phase = 0
  return time => {
    const breath = getEnvelope(time, duration, 0.035, 0.07)
    const chiff = 0.05 + 0.18 * Math.exp(-time / 0.03)
    const swell = 1 + 12 * (vibrato(time, 5.2, 0.008) - 1)
    phase += (hz * vibrato(time, 5.2, 0.004)) / RATE
    const tone = FLUTE.reduce((sum, volume, index) => {
      return (
        sum + volume * breath ** (1 + 0.5 * index) * Math.sin(2 * Math.PI * (index + 1) * phase)
      )
    }, 0)
    return tone * swell + air() * chiff * breath
  }
}

export const organ: Voice = (hz, duration) => time => {
  const wave = (multiple: number) => Math.sin(2 * Math.PI * hz * multiple * time)
  const envelope = getEnvelope(time, duration, 0.02, 0.45 * duration)
  return envelope * (wave(1) + 0.3 * wave(2) + 0.16 * wave(3) + 0.05 * wave(5))
}

/** Smooth, because a corner in the envelope clicks. */
function getEnvelope(time: number, duration: number, rises: number, falls: number) {
  return smoothStep(time / rises) * smoothStep((duration - time) / falls)
}

function smoothStep(share: number) {
  const within = Math.max(0, Math.min(1, share))
  return within * within * (3 - 2 * within)
}

function vibrato(time: number, hz: number, depth: number) {
  return 1 + depth * smoothStep((time - 0.15) / 0.3) * Math.sin(2 * Math.PI * hz * time)
}
