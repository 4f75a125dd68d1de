export function createSeededRandom(seed: number) {
  let state = seed >>> 0

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
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
    oneOf: <T>(...items: T[]): T => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('nothing to choose from')
      return item
    },
  }
}

export type SeededRandom = ReturnType<typeof createSeededRandom>
