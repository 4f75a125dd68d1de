import { RATE, type Voice } from './perform'

/** A linear congruential generator, so that every build writes the same files. */
export function createNoise(seed: number) {
  let state = Math.round(seed) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

/** A band-pass filter; a higher `narrow` sounds more like a tone. */
export function createBandPass(source: () => number, hz: number | (() => number), narrow: number) {
  let low = 0
  let middle = 0
  return () => {
    const tuned = 2 * Math.sin((Math.PI * (typeof hz === 'number' ? hz : hz())) / RATE)
    low += tuned * middle
    middle += tuned * (source() - low - middle / narrow)
    return middle
  }
}

export const whoosh: Voice = (hz, duration) => {
  let elapsed = 0
  const air = createBandPass(createNoise(hz), () => hz * 4 ** (-elapsed / duration), 3)
  return time => {
    elapsed = time
    return air() * Math.sin((Math.PI * time) / duration) ** 2
  }
}

export const cymbal: Voice = (hz, duration) => {
  const hiss = createBandPass(createNoise(hz), hz, 0.8)
  const rises = 0.02
  return time => {
    const end = Math.max(0, Math.min(1, (duration - time) / 0.2))
    return hiss() * Math.min(1, time / rises) * Math.exp((-4 * time) / duration) * end
  }
}

export const drop: Voice = (hz, duration) => {
  let phase = 0
  return time => {
    phase += (hz * (1 + Math.exp((-9 * time) / duration))) / RATE
    const end = Math.max(0, Math.min(1, (duration - time) / 0.05))
    const tone = Math.sin(2 * Math.PI * phase) + 0.25 * Math.sin(4 * Math.PI * phase)
    return tone * Math.min(1, time / 0.006) * Math.exp((-3 * time) / duration) * end
  }
}
