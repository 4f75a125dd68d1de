import { crc32 } from 'node:zlib'
import { formatOrientation, readOrientation } from './orientation.ts'
import { createOutput } from './output.ts'

const SIGNATURE_BYTES = 8
/** Length, name and checksum. */
const FRAME_BYTES = 12
const END = 'IEND'
/** What is drawn, in which colors, at which size, and the frames of an animation. */
const DRAWN = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST sPLT pHYs acTL fcTL fdAT'.split(
    ' ',
  ),
)

/** Keeps the orientation, too. */
export function stripPng(image: Buffer) {
  const output = createOutput(image)
  output.write(image.subarray(0, SIGNATURE_BYTES))
  let isTurned = false
  let at = SIGNATURE_BYTES
  while (at + FRAME_BYTES <= image.length) {
    output.countPart()
    const end = at + FRAME_BYTES + image.readUInt32BE(at)
    const name = image.toString('latin1', at + 4, at + 8)
    const chunk = image.subarray(at, end)
    if (DRAWN.has(name)) output.write(chunk)
    if (name === 'eXIf' && !isTurned) {
      const kept = keepOrientation(image.subarray(at + 8, end - 4))
      output.write(kept)
      isTurned = kept.length > 0
    }
    if (name === END) break
    at = end
  }
  return output.take()
}

function keepOrientation(exif: Buffer) {
  const tiff = formatOrientation(readOrientation(exif))
  if (!tiff) return Buffer.alloc(0)
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('eXIf'), tiff, Buffer.alloc(4)])
  chunk.writeUInt32BE(tiff.length)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}
