/** The largest picture that the stage can use, in px. */
const MAX_SIZE = { width: 1920, height: 1080 }

type Size = { width: number; height: number }

/** Inside the largest picture with its own proportions; never enlarged. */
export function fitWithin({ width, height }: Size): Size {
  const scale = Math.min(1, MAX_SIZE.width / width, MAX_SIZE.height / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}
