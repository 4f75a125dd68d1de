import { RATE } from './perform'

const BLOCK = 0.4 * RATE
const STEP = 0.1 * RATE
const SILENCE_LUFS = -70
const QUIET_PART_LU = 10

/** LUFS (ITU-R BS.1770-4): the mean of whole and loudest block, so that a ding is not louder than a tune. */
export function measureLoudness(samples: Float32Array) {
  const weighted = filterRumble(filterHeadEffect(samples))
  const blocks: number[] = []
  for (let from = 0; from + BLOCK <= weighted.length; from += STEP) {
    blocks.push(power(weighted.subarray(from, from + BLOCK)))
  }
  const audible = blocks.filter(block => lufs(block) > SILENCE_LUFS)
  const gate = lufs(mean(audible)) - QUIET_PART_LU
  const whole = lufs(mean(audible.filter(block => lufs(block) > gate)))
  return (whole + lufs(Math.max(...blocks))) / 2
}

function lufs(power: number) {
  return -0.691 + 10 * Math.log10(power)
}

function power(samples: Float32Array) {
  return samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
}

function mean(numbers: number[]) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

function filterHeadEffect(samples: Float32Array) {
  const k = Math.tan((Math.PI * 1_681.974_45) / RATE)
  const q = 0.707_175_24
  const high = 10 ** (3.999_843_85 / 20)
  const middle = high ** 0.499_666_77
  const over = 1 + k / q + k * k
  return filter(samples, {
    b0: (high + (middle * k) / q + k * k) / over,
    b1: (2 * (k * k - high)) / over,
    b2: (high - (middle * k) / q + k * k) / over,
    a1: (2 * (k * k - 1)) / over,
    a2: (1 - k / q + k * k) / over,
  })
}

/** BS.1770 high pass. Also removes any DC offset. */
export function filterRumble(samples: Float32Array) {
  const k = Math.tan((Math.PI * 38.135_470_88) / RATE)
  const q = 0.500_327_04
  const over = 1 + k / q + k * k
  const a = { a1: (2 * (k * k - 1)) / over, a2: (1 - k / q + k * k) / over }
  return filter(samples, { b0: 1, b1: -2, b2: 1, ...a })
}

type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number }

function filter(samples: Float32Array, { b0, b1, b2, a1, a2 }: Biquad) {
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  return samples.map(x => {
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
    ;[x2, x1, y2, y1] = [x1, x, y1, y]
    return y
  })
}
