const MAX_SIDE_PX = 20_000
/** A browser needs four bytes for each pixel, whatever the file's size: 160 MB. */
const MAX_PIXELS = 40_000_000

type ImageSize = { width: number; height: number }

const READERS: Record<string, (bytes: DataView) => ImageSize | null> = {
  'image/png': png,
  'image/jpeg': jpeg,
  'image/gif': gif,
  'image/webp': webp,
}

const SIGNATURES: [string, RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^474946383[79]61/],
  ['image/webp', /^52494646.{8}57454250/],
]

/** The MIME type by the first bytes; null for anything else, including SVG. */
export function detectImageType(bytes: Uint8Array): string | null {
  const header = [...bytes.subarray(0, 12)].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return SIGNATURES.find(([, pattern]) => pattern.test(header))?.[0] ?? null
}

/** Null for a file that is truncated or malformed, or of another type. */
export function readImageSize(bytes: Uint8Array, type: string): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size = READERS[type]?.(view) ?? null
    return size && size.width > 0 && size.height > 0 ? size : null
  } catch (cause) {
    // Read beyond the end: the file is truncated.
    if (cause instanceof RangeError) return null
    throw cause
  }
}

export function hasTooManyPixels({ width, height }: ImageSize) {
  return width * height > MAX_PIXELS
}

export function isTooLong({ width, height }: ImageSize) {
  return Math.max(width, height) > MAX_SIDE_PX
}

const [IHDR, IDAT, IEND] = [0x49484452, 0x49444154, 0x49454e44]

function png(bytes: DataView): ImageSize | null {
  if (bytes.getUint32(8) !== 13 || bytes.getUint32(12) !== IHDR) return null
  let hasImageData = false
  let at = 8
  while (bytes.getUint32(at + 4) !== IEND) {
    if (bytes.getUint32(at + 4) === IDAT) hasImageData = true
    at += bytes.getUint32(at) + 12
  }
  const isComplete = at + 12 <= bytes.byteLength
  return hasImageData && isComplete
    ? { width: bytes.getUint32(16), height: bytes.getUint32(20) }
    : null
}

const [START_OF_SCAN, FILL] = [0xda, 0xff]

function jpeg(bytes: DataView): ImageSize | null {
  let size: ImageSize | null = null
  let at = 2
  for (;;) {
    if (bytes.getUint8(at) !== 0xff) return null
    const marker = bytes.getUint8(at + 1)
    if (marker === START_OF_SCAN) return hasEnd(bytes, at) ? size : null
    if (isFrame(marker)) size = { height: bytes.getUint16(at + 5), width: bytes.getUint16(at + 7) }
    at += marker === FILL ? 1 : 2 + bytes.getUint16(at + 2)
  }
}

function isFrame(marker: number) {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/** Searches backwards: cameras append data after the end marker. */
function hasEnd(bytes: DataView, after: number) {
  for (let at = bytes.byteLength - 2; at > after; at--) {
    if (bytes.getUint16(at) === 0xffd9) return true
  }
  return false
}

const GIF_HEAD = 13
const [EXTENSION, FRAME] = [0x21, 0x2c]

/** Browsers enlarge the picture to its largest frame, whatever size its header says. */
function gif(bytes: DataView): ImageSize | null {
  const size = { width: bytes.getUint16(6, true), height: bytes.getUint16(8, true) }
  let at = GIF_HEAD + getColorTableBytes(bytes.getUint8(10))
  const first = bytes.getUint8(at)
  if (size.width === 0 || (first !== EXTENSION && first !== FRAME)) return null
  for (; at < bytes.byteLength; at = skipSubBlocks(bytes, at)) {
    const block = bytes.getUint8(at)
    if (block === FRAME) {
      const side = (offset: number) => bytes.getUint16(at + offset, true)
      size.width = Math.max(size.width, side(1) + side(5))
      size.height = Math.max(size.height, side(3) + side(7))
      at += 11 + getColorTableBytes(bytes.getUint8(at + 9))
    } else if (block === EXTENSION) at += 2
    else break
  }
  return size
}

function getColorTableBytes(flags: number) {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function skipSubBlocks(bytes: DataView, start: number) {
  let at = start
  while (bytes.getUint8(at) !== 0) at += bytes.getUint8(at) + 1
  return at + 1
}

const [VP8, VP8L, VP8X] = [0x56503820, 0x5650384c, 0x56503858]

function webp(bytes: DataView): ImageSize | null {
  if (bytes.getUint32(4, true) + 8 > bytes.byteLength) return null
  switch (bytes.getUint32(12)) {
    case VP8: {
      const isKeyFrame = bytes.getUint16(23) === 0x9d01 && bytes.getUint8(25) === 0x2a
      const side = (at: number) => bytes.getUint16(at, true) & 0x3fff
      return isKeyFrame ? { width: side(26), height: side(28) } : null
    }
    case VP8L: {
      const sides = bytes.getUint32(21, true)
      const isKnown = bytes.getUint8(20) === 0x2f
      return isKnown ? { width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 } : null
    }
    case VP8X: {
      const side = (at: number) => (bytes.getUint32(at, true) & 0xffffff) + 1
      return { width: side(24), height: side(27) }
    }
  }
  return null
}
