// A Schroeder reverb. Delays in samples, without a common divisor, so that they add no tone.
const COMB_DELAYS = [1_557, 1_617, 1_491, 1_422]
const ALL_PASS_DELAYS = [225, 556]
const FEEDBACK = 0.8
const DAMPING = 0.35

export function addReverb(samples: Float32Array, wetShare: number) {
  const combs = COMB_DELAYS.map(createComb)
  const allPasses = ALL_PASS_DELAYS.map(createAllPass)
  return samples.map(sample => {
    const echoes = combs.reduce((sum, comb) => sum + comb(sample), 0) / combs.length
    const wet = allPasses.reduce((sound, allPass) => allPass(sound), echoes)
    return (1 - wetShare) * sample + wetShare * wet
  })
}

function createComb(length: number) {
  const delay = new Float32Array(length)
  let at = 0
  let damped = 0
  return (sample: number) => {
    const echo = delay[at] ?? 0
    damped = echo * (1 - DAMPING) + damped * DAMPING
    delay[at] = sample + damped * FEEDBACK
    at = (at + 1) % length
    return echo
  }
}

function createAllPass(length: number) {
  const delay = new Float32Array(length)
  let at = 0
  return (sample: number) => {
    const echo = delay[at] ?? 0
    delay[at] = sample + echo * 0.5
    at = (at + 1) % length
    return echo - sample * 0.5
  }
}
