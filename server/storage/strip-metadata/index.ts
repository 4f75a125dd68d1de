import { stripGif } from './gif.ts'
import { stripJpeg } from './jpeg.ts'
import { stripPng } from './png.ts'
import { stripWebp } from './webp.ts'

const STRIPPERS: Record<string, (image: Buffer) => Buffer> = {
  'image/gif': stripGif,
  'image/jpeg': stripJpeg,
  'image/png': stripPng,
  'image/webp': stripWebp,
}

/**
 * An image without what is not drawn, such as a place, a device's number or a second image: only
 * the parts that a browser draws with are copied. Its pixels are not encoded anew.
 */
export function stripMetadata(image: Uint8Array<ArrayBuffer>, mime: string) {
  const { buffer, byteOffset, byteLength } = image
  return STRIPPERS[mime]?.(Buffer.from(buffer, byteOffset, byteLength)) ?? image
}
