import { RATE, type Voice } from './perform'

/** The same noise each time (a linear congruence): the files must not change when made anew. */
export function noise(seed: number) {
  let state = Math.round(seed) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

/** Lets pass what lies about a frequency, which may move; a higher `narrow` sounds more like a tone. */
export function band(source: () => number, hz: number | (() => number), narrow: number) {
  let low = 0
  let middle = 0
  return () => {
    const tuned = 2 * Math.sin((Math.PI * (typeof hz === 'number' ? hz : hz())) / RATE)
    low += tuned * middle
    middle += tuned * (source() - low - middle / narrow)
    return middle
  }
}

/** Air that rushes past, its pitch falling to a quarter of where it began. */
export const whoosh: Voice = (hz, lasts) => {
  let now = 0
  const air = band(noise(hz), () => hz * 4 ** (-now / lasts), 3)
  return time => {
    now = time
    return air() * Math.sin((Math.PI * time) / lasts) ** 2
  }
}

/** Two cymbals brushed together: it swells and melts away. */
export const cymbal: Voice = (hz, lasts) => {
  const hiss = band(noise(hz), hz, 0.8)
  const rises = 0.02
  return time => {
    const end = Math.max(0, Math.min(1, (lasts - time) / 0.2))
    return hiss() * Math.min(1, time / rises) * Math.exp((-4 * time) / lasts) * end
  }
}

/** A drop: the tone slides down an octave while it fades. */
export const drop: Voice = (hz, lasts) => {
  let turns = 0
  return time => {
    turns += (hz * (1 + Math.exp((-9 * time) / lasts))) / RATE
    const end = Math.max(0, Math.min(1, (lasts - time) / 0.05))
    const tone = Math.sin(2 * Math.PI * turns) + 0.25 * Math.sin(4 * Math.PI * turns)
    return tone * Math.min(1, time / 0.006) * Math.exp((-3 * time) / lasts) * end
  }
}
