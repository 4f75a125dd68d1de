type Shape = { width: number; height: number }

const SCREEN_RATIO = 16 / 9
const TOLERANCE = 0.15
/** Two of these fill a screen better than one. */
const UPRIGHT_RATIO = 0.95

/** Nearly as wide as a screen: little is lost where the edges are cut off. */
export function fillsScreen({ width, height }: Shape) {
  return Math.abs(width / height / SCREEN_RATIO - 1) <= TOLERANCE
}

export function isUpright({ width, height }: Shape) {
  return width / height <= UPRIGHT_RATIO
}
