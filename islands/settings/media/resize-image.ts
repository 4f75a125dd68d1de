const QUALITY = 0.88

/** Shrinks an image to what a TV can show, so that the server needs no image library. */
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
  // Used even if its file is larger: fewer pixels are less work for a TV.
  return smaller ?? file
}

/** The size of the TV's stage in px. */
const MAX_SIZE = { width: 1920, height: 1080 }

type Size = { width: number; height: number }

export function fitWithin({ width, height }: Size): Size {
  const scale = Math.min(1, MAX_SIZE.width / width, MAX_SIZE.height / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}
