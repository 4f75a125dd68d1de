/** Chance that can be had again: the same seed, the same throws (mulberry32). */
export function openChance(seed: number) {
  let state = seed >>> 0

  /** From 0 up to, but not, 1. */
  function next() {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  return {
    next,
    between: (from: number, to: number) => from + next() * (to - from),
    happens: (probability: number) => next() < probability,
    oneOf: <T>(...those: T[]): T => {
      const one = those[Math.floor(next() * those.length)]
      if (one === undefined) throw new Error('nothing to choose from')
      return one
    },
  }
}

export type Chance = ReturnType<typeof openChance>
