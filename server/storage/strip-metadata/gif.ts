import { createOutput } from './output.ts'

const HEADER_BYTES = 13
const IMAGE = 0x2c
const IMAGE_BYTES = 10
const EXTENSION = 0x21
const CONTROL = 0xf9
const APPLICATION = 0xff
const TRAILER = 0x3b
/** How often an animation is repeated, and the color profile. */
const APPLICATIONS = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']

/** Keeps images, their timing and how often they are repeated. */
export function stripGif(image: Buffer) {
  const output = createOutput(image)
  let at = HEADER_BYTES + getPaletteBytes(image[10])
  output.write(image.subarray(0, at))
  for (;;) {
    const end = findBlockEnd(image, at)
    if (end === null) break
    output.countPart()
    if (isDrawn(image, at)) output.write(image.subarray(at, end))
    at = end
  }
  if (at < image.length) output.write(Buffer.of(TRAILER))
  return output.take()
}

function getPaletteBytes(flags = 0) {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Null at the trailer, at the end, and where browsers take the file for damaged. */
function findBlockEnd(image: Buffer, at: number) {
  if (image[at] === EXTENSION) return findDataEnd(image, at + 2)
  if (image[at] !== IMAGE) return null
  const flags = image[at + IMAGE_BYTES - 1]
  // A byte with the size of the codes precedes the data.
  return findDataEnd(image, at + IMAGE_BYTES + getPaletteBytes(flags) + 1)
}

/** Data are blocks that begin with their length; an empty one ends them. */
function findDataEnd(image: Buffer, from: number) {
  let at = from
  for (;;) {
    const length = image[at]
    if (length === undefined) return image.length
    at += 1 + length
    if (length === 0) return at
  }
}

function isDrawn(image: Buffer, at: number) {
  const kind = image[at + 1]
  if (image[at] === IMAGE || kind === CONTROL) return true
  return kind === APPLICATION && APPLICATIONS.includes(image.toString('latin1', at + 3, at + 14))
}
