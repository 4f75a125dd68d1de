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

type Options = { width?: number; height?: number; shade?: number; bytes?: number }

/** A gray PNG, black (0) to white (255); `bytes` pads it to that size. */
export function createPng({ width = 3, height = 2, shade = 0, bytes = 0 }: Options = {}) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const isDrawn = width * height <= MOST_DRAWN_PIXELS
  const rows = isDrawn ? Buffer.alloc((width + 1) * height, shade) : Buffer.alloc(1)
  for (let row = 0; isDrawn && row < height; row++) rows[row * (width + 1)] = 0
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')]
  const missing = bytes - Buffer.concat(parts).length - 12
  if (missing > 0) parts.splice(2, 0, chunk('tEXt', Buffer.alloc(missing, 'x')))
  return new Uint8Array(Buffer.concat(parts))
}

/** A chunk of a PNG with its length and checksum. */
export function chunk(name: string, data: Uint8Array = Buffer.alloc(0)) {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  const named = Buffer.concat([Buffer.from(name), data])
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
