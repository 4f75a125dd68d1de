/** The largest picture that the stage can use, in px. */
const LARGEST_PICTURE = { width: 1920, height: 1080 }

type Size = { width: number; height: number }

/** Inside the largest picture with its own proportions; never enlarged. */
export function fittedSize({ width, height }: Size): Size {
  const scale = Math.min(1, LARGEST_PICTURE.width / width, LARGEST_PICTURE.height / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}
