import { crc32, deflateSync } from 'node:zlib'

/** What Windows draws in lists, on the desktop, and large. */
const SIZES = [16, 32, 48, 256]
/** Each pixel is the mean of so many points in both directions. */
const SAMPLES = 4

type Shape = {
  color: [number, number, number]
  opacity: number
  has(x: number, y: number): boolean
}

const WHITE: Shape['color'] = [255, 255, 255]

/** The shapes of static/favicon.svg, on its 32 by 32 units, from back to front. */
const SHAPES: Shape[] = [
  { color: [0x18, 0x64, 0xab], opacity: 1, has: isInRoundedSquare },
  { color: WHITE, opacity: 0.55, has: isInDisc(8, 22, 2.5) },
  { color: WHITE, opacity: 0.8, has: isInDisc(14, 22, 2.5) },
  { color: WHITE, opacity: 1, has: isInDisc(20.5, 21, 3.5) },
  { color: WHITE, opacity: 1, has: isOnArc(19, 21, 8, 0, 90) },
  { color: WHITE, opacity: 1, has: isOnArc(17.54, 20.91, 13, 6.4, 46.7) },
]

const SIZE = 32
const CORNER = 8
const STROKE = 2.4

function isInRoundedSquare(x: number, y: number) {
  const [dx, dy] = [x, y].map(at => Math.max(0, CORNER - at, at - (SIZE - CORNER)))
  return Math.hypot(dx ?? 0, dy ?? 0) <= CORNER
}

function isInDisc(centerX: number, centerY: number, radius: number) {
  return (x: number, y: number) => Math.hypot(x - centerX, y - centerY) <= radius
}

/** In degrees from the top of the circle, clockwise, with round ends. */
function isOnArc(centerX: number, centerY: number, radius: number, from: number, to: number) {
  const [start, end] = [toRadians(from), toRadians(to)]
  return (x: number, y: number) => {
    const angle = Math.atan2(x - centerX, centerY - y)
    const nearest = Math.min(Math.max(angle, start), end)
    const [nearX, nearY] = [Math.sin(nearest) * radius, -Math.cos(nearest) * radius]
    return Math.hypot(x - centerX - nearX, y - centerY - nearY) <= STROKE / 2
  }
}

function toRadians(degrees: number) {
  return (degrees * Math.PI) / 180
}

/** An .ico file: a list of PNGs. */
export function createIcon() {
  const images = SIZES.map(size => ({ size, png: createPng(size) }))
  const header = Buffer.alloc(6 + 16 * images.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length
  for (const [index, { size, png }] of images.entries()) {
    const at = 6 + 16 * index
    // A zero stands for 256.
    header.fill(size % 256, at, at + 2)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(png.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...images.map(({ png }) => png)])
}

function createPng(size: number) {
  const rows = Array.from({ length: size }, (_, y) => [
    0,
    ...Array.from({ length: size }, (_, x) => drawPixel(x, y, SIZE / size)).flat(),
  ])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // Eight bits for each of red, green, blue and opacity.
  header.set([8, 6], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const pixels = deflateSync(Buffer.from(rows.flat()))
  return Buffer.concat([
    signature,
    createChunk('IHDR', header),
    createChunk('IDAT', pixels),
    createChunk('IEND', Buffer.alloc(0)),
  ])
}

function createChunk(name: string, content: Buffer) {
  const body = Buffer.concat([Buffer.from(name), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function drawPixel(column: number, row: number, unit: number) {
  let [red, green, blue, alpha] = [0, 0, 0, 0]
  for (const { color, opacity, has } of SHAPES) {
    const share = opacity * getShare(has, column, row, unit)
    const rest = alpha * (1 - share)
    alpha = share + rest
    if (alpha === 0) continue
    const mix = (under: number, over: number) => (over * share + under * rest) / alpha
    ;[red, green, blue] = [mix(red, color[0]), mix(green, color[1]), mix(blue, color[2])]
  }
  return [red, green, blue, alpha * 255].map(Math.round)
}

/** How much of a pixel a shape covers, from 0 to 1. */
function getShare(has: Shape['has'], column: number, row: number, unit: number) {
  let count = 0
  for (let index = 0; index < SAMPLES ** 2; index++) {
    const x = column + ((index % SAMPLES) + 0.5) / SAMPLES
    const y = row + (Math.floor(index / SAMPLES) + 0.5) / SAMPLES
    if (has(x * unit, y * unit)) count++
  }
  return count / SAMPLES ** 2
}
