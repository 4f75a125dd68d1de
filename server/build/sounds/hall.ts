// Echoes after Schroeder: lengths without a common divisor, so that no tone of their own is heard.
const WALLS = [1_557, 1_617, 1_491, 1_422]
const CORNERS = [225, 556]
const GIVEN_BACK = 0.8
/** Walls take the high tones first. */
const DULLED = 0.35

/** The sound in a hall; `share` 0-1 is how much of what is heard comes from the walls. */
export function hall(samples: Float32Array, share: number) {
  const walls = WALLS.map(wall)
  const corners = CORNERS.map(corner)
  return samples.map(sample => {
    const echoes = walls.reduce((sum, wall) => sum + wall(sample), 0) / WALLS.length
    return (1 - share) * sample + share * corners.reduce((sound, corner) => corner(sound), echoes)
  })
}

function wall(length: number) {
  const delay = new Float32Array(length)
  let at = 0
  let dull = 0
  return (sample: number) => {
    const echo = delay[at] ?? 0
    dull = echo * (1 - DULLED) + dull * DULLED
    delay[at] = sample + dull * GIVEN_BACK
    at = (at + 1) % length
    return echo
  }
}

function corner(length: number) {
  const delay = new Float32Array(length)
  let at = 0
  return (sample: number) => {
    const echo = delay[at] ?? 0
    delay[at] = sample + echo * 0.5
    at = (at + 1) % length
    return echo - sample * 0.5
  }
}
