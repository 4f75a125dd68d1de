const QUALITY = 0.88

/**
 * The picture as large as a TV can show, made smaller here in the browser, where the pixels are already: the
 * server needs no image library, and the network carries less. What needs nothing stays as it is.
 */
export async function resizeToFit(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return file
  const size = fitWithin(bitmap)
  if (size.width === bitmap.width) return file

  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d')
  if (!context) return file
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, size.width, size.height)
  bitmap.close()
  const smaller = await new Promise<Blob | null>(resolve =>
    canvas.toBlob(resolve, file.type, QUALITY),
  )
  // Fewer pixels are less work for a TV, whatever the file weighs.
  return smaller ?? file
}

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
