import { band, noise } from './noise'
import { RATE, type Voice } from './perform'

/** Above it a trumpet's overtones grow weak; a higher number sounds sharper. */
const BRASS_IS_BRIGHT_TO_HZ = 1_500
const HIGHEST_OVERTONE_HZ = 8_500

/** One trumpet: the harder it blows, the more overtones speak, so they come late and leave early. */
export const trumpet: Voice = (hz, lasts) => {
  const overtones = Array.from({ length: Math.floor(HIGHEST_OVERTONE_HZ / hz) }, (_, index) => ({
    multiple: index + 1,
    loud: 1 / (1 + ((hz * (index + 1)) / BRASS_IS_BRIGHT_TO_HZ) ** 2.6),
  }))
  let turns = 0
  return time => {
    const breath = blown(time, lasts, 0.045, 0.09) * (0.82 + 0.18 * Math.exp(-time / 0.12))
    const scoop = 1 - 0.012 * Math.exp(-time / 0.02)
    turns += (hz * scoop * vibrato(time, 5.4, 0.0035)) / RATE
    return overtones.reduce((sum, { multiple, loud }) => {
      return sum + loud * breath ** (1 + 0.3 * multiple) * Math.sin(2 * Math.PI * multiple * turns)
    }, 0)
  }
}

// Three players are never quite together nor quite in tune; that is what makes them many.
const PLAYERS = [
  { tuned: 1, late: 0 },
  { tuned: 1.0026, late: 0.009 },
  { tuned: 0.9972, late: 0.016 },
]

export const trumpets: Voice = (hz, lasts) => {
  const players = PLAYERS.map(({ tuned, late }) => ({
    late,
    play: trumpet(hz * tuned, lasts - late),
  }))
  return time =>
    players.reduce((sum, { late, play }) => sum + (time < late ? 0 : play(time - late)), 0)
}

const FLUTE = [1, 0.36, 0.17, 0.05, 0.025]

export const flute: Voice = (hz, lasts) => {
  const air = band(noise(hz), 2 * hz, 1.2)
  let turns = 0
  return time => {
    const breath = blown(time, lasts, 0.035, 0.07)
    const chiff = 0.05 + 0.18 * Math.exp(-time / 0.03)
    const swell = 1 + 12 * (vibrato(time, 5.2, 0.008) - 1)
    turns += (hz * vibrato(time, 5.2, 0.004)) / RATE
    const tone = FLUTE.reduce((sum, loud, index) => {
      return sum + loud * breath ** (1 + 0.5 * index) * Math.sin(2 * Math.PI * (index + 1) * turns)
    }, 0)
    return tone * swell + air() * chiff * breath
  }
}

/** An electric chime: a round tone that holds and then lets go. */
export const organ: Voice = (hz, lasts) => time => {
  const wave = (multiple: number) => Math.sin(2 * Math.PI * hz * multiple * time)
  const held = blown(time, lasts, 0.02, 0.45 * lasts)
  return held * (wave(1) + 0.3 * wave(2) + 0.16 * wave(3) + 0.05 * wave(5))
}

/** Rises and falls in rounded steps: a corner in loudness is heard as a click. */
function blown(time: number, lasts: number, rises: number, falls: number) {
  return rounded(time / rises) * rounded((lasts - time) / falls)
}

function rounded(share: number) {
  const within = Math.max(0, Math.min(1, share))
  return within * within * (3 - 2 * within)
}

/** Players let a long note sing, never a short one. */
function vibrato(time: number, hz: number, depth: number) {
  return 1 + depth * rounded((time - 0.15) / 0.3) * Math.sin(2 * Math.PI * hz * time)
}
