import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const fromBase64 = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))

/** Real images of 3 by 2 pixels. */
export const JPEG = fromBase64(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCeAMtP/9k=',
)
export const WEBP_LOSSY = fromBase64(
  'UklGRjYAAABXRUJQVlA4ICoAAABwAQCdASoDAAIABABoJaACdAFAAAD+694uvVLXKTf/JT/7yv9d2dgAAAA=',
)
export const WEBP_EXTENDED = fromBase64(
  'UklGRlgAAABXRUJQVlA4WAoAAAAQAAAAAgAAAQAAQUxQSAcAAAAAgICAgICAAFZQOCAqAAAAcAEAnQEqAwACAAQAaCWgAnQBQAAA/uveLr1S1yk3/yU/+8r/XdnYAAAA',
)
export const GIF = fromBase64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7')

/** Above this size only the header is real. */
const MOST_DRAWN_PIXELS = 50_000_000

type Options = {
  width?: number
  height?: number
  shade?: number
  bytes?: number
  isNoisy?: boolean
}

/**
 * A gray PNG, black (0) to white (255). `bytes` pads it to that size, and noise cannot be
 * compressed.
 */
export function createPng(options: Options = {}) {
  const { width = 3, height = 2, shade = 0, bytes = 0, isNoisy = false } = options
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const isDrawn = width * height <= MOST_DRAWN_PIXELS
  const size = isDrawn ? (width + 1) * height : 1
  const rows = isNoisy ? createNoise(size, shade) : Buffer.alloc(size, shade)
  for (let row = 0; isDrawn && row < height; row++) rows[row * (width + 1)] = 0
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')]
  const missing = bytes - Buffer.concat(parts).length - 12
  // Only animations have such chunks; other programs and browsers pass them over.
  if (missing > 0) parts.splice(2, 0, chunk('fdAT', Buffer.alloc(missing, 'x')))
  return new Uint8Array(Buffer.concat(parts))
}

function createNoise(bytes: number, seed: number) {
  return createHash('shake256', { outputLength: bytes }).update(`${seed}`).digest()
}

/** A PNG that the server stores without a change, because the same encoder wrote it. */
export async function createStoredPng(options?: Options) {
  return new Uint8Array(await new Bun.Image(createPng(options)).png().bytes())
}

/** A chunk of a PNG with its length and checksum. */
export function chunk(name: string, data: Uint8Array = Buffer.alloc(0)) {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  const named = Buffer.concat([Buffer.from(name), data])
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** Exif data (TIFF) with an orientation, a place and a device's number, in either byte order. */
export function createExif(orientation: number, secret: string, isLittleEndian = true) {
  const tiff = Buffer.alloc(38)
  const view = new DataView(tiff.buffer, tiff.byteOffset)
  const write16 = (at: number, value: number) => view.setUint16(at, value, isLittleEndian)
  const write32 = (at: number, value: number) => view.setUint32(at, value, isLittleEndian)
  tiff.write(isLittleEndian ? 'II' : 'MM')
  write16(2, 42)
  write32(4, 8)
  write16(8, 2)
  const entries = [
    { tag: 0x0112, type: 3, count: 1 },
    { tag: 0xa431, type: 2, count: secret.length },
  ]
  for (const [index, { tag, type, count }] of entries.entries()) {
    const at = 10 + 12 * index
    write16(at, tag)
    write16(at + 2, type)
    write32(at + 4, count)
  }
  write16(18, orientation)
  write32(30, 38)
  return Buffer.concat([tiff, Buffer.from(secret)])
}

/** A segment of a JPEG. */
export function segment(marker: number, ...content: (Uint8Array | string)[]) {
  const data = Buffer.concat(content.map(part => Buffer.from(part as string)))
  return Buffer.concat([
    Buffer.of(0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255),
    data,
  ])
}

/** A chunk of a WebP. */
export function webpChunk(name: string, data: Uint8Array) {
  const header = Buffer.from(`${name}\0\0\0\0`, 'latin1')
  header.writeUInt32LE(data.length, 4)
  return Buffer.concat([header, data, Buffer.alloc(data.length % 2)])
}
