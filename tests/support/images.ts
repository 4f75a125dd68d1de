import { crc32, deflateSync } from 'node:zlib'

const of = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))

/** Real images of 3 by 2 pixels, as a browser writes them. */
export const JPEG = of(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCeAMtP/9k=',
)
export const WEBP_LOSSY = of(
  'UklGRjYAAABXRUJQVlA4ICoAAABwAQCdASoDAAIABABoJaACdAFAAAD+694uvVLXKTf/JT/7yv9d2dgAAAA=',
)
export const WEBP_LOSSLESS = of('UklGRh4AAABXRUJQVlA4TBEAAAAvAkAAAAdQiiKXov+BiOh/AAA=')
export const WEBP_EXTENDED = of(
  'UklGRlgAAABXRUJQVlA4WAoAAAAQAAAAAgAAAQAAQUxQSAcAAAAAgICAgICAAFZQOCAqAAAAcAEAnQEqAwACAAQAaCWgAnQBQAAA/uveLr1S1yk3/yU/+8r/XdnYAAAA',
)
/** One pixel. */
export const GIF = of('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7')

/** A larger one only says that it is so large: what it holds is of no size to be drawn. */
const MOST_DRAWN_PIXELS = 50_000_000

type Wish = { width?: number; height?: number; shade?: number; bytes?: number }

/** A grey PNG, black (0) to white (255); another `shade` is another content, `bytes` makes it as large as that. */
export function aPng({ width = 3, height = 2, shade = 0, bytes = 0 }: Wish = {}) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const isDrawn = width * height <= MOST_DRAWN_PIXELS
  const rows = isDrawn ? Buffer.alloc((width + 1) * height, shade) : Buffer.alloc(1)
  for (let row = 0; isDrawn && row < height; row++) rows[row * (width + 1)] = 0
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [start, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND')]
  const missing = bytes - Buffer.concat(parts).length - 12
  if (missing > 0) parts.splice(2, 0, chunk('tEXt', Buffer.alloc(missing, 'x')))
  return new Uint8Array(Buffer.concat(parts))
}

function chunk(name: string, data = Buffer.alloc(0)) {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  const named = Buffer.concat([Buffer.from(name), data])
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
