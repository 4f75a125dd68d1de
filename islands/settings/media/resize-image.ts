import { fitWithin } from './fitted-size.ts'

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
