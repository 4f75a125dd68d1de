import { formatOrientation, readOrientation } from './orientation.ts'
import { createOutput } from './output.ts'

const START = 0xd8
const END = 0xd9
const SCAN = 0xda
const COMMENT = 0xfe
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const APP15 = 0xef
/** Markers within a scan: a byte of its data that is 0xff, and restarts. */
const isInScan = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7)
const hasNoLength = (marker: number) => isInScan(marker) || marker === START || marker === 1

const JFIF_BYTES = 14

/**
 * Keeps the color profile, Adobe's colors and the orientation. Ends with the image: phones append
 * films and other images.
 */
export function stripJpeg(image: Buffer) {
  const output = createOutput(image)
  output.write(Buffer.of(0xff, START))
  let isTurned = false
  let at = 2
  for (;;) {
    at = image.indexOf(0xff, at)
    if (at < 0) break
    output.countPart()
    while (image[at] === 0xff) at++
    const marker = image[at++]
    if (marker === END) output.write(Buffer.of(0xff, END))
    if (marker === undefined || marker === END) break
    if (hasNoLength(marker)) continue
    const length = at + 2 <= image.length ? image.readUInt16BE(at) : 0
    if (length < 2 || at + length > image.length) break
    let content: Buffer | null = image.subarray(at + 2, at + length)
    if (marker >= APP0 && marker <= APP15) {
      content = isTurned && marker === APP1 ? null : keepApp(marker, content)
      isTurned ||= marker === APP1 && content !== null
    }
    at += length
    if (content === null || marker === COMMENT) continue
    output.write(formatHeader(marker, content.length + 2), content)
    if (marker !== SCAN) continue
    const end = findScanEnd(image, at)
    output.write(image.subarray(at, end))
    at = end
  }
  return output.take()
}

function formatHeader(marker: number, length: number) {
  return Buffer.of(0xff, marker, length >> 8, length & 0xff)
}

function keepApp(marker: number, content: Buffer) {
  const begins = (text: string) => content.subarray(0, text.length).toString('latin1') === text
  if (marker === APP0 && begins('JFIF\0')) return withoutThumbnail(content)
  if (marker === APP1 && begins('Exif\0')) {
    const tiff = formatOrientation(readOrientation(content))
    return tiff && Buffer.concat([Buffer.from('Exif\0\0'), tiff])
  }
  const isColor =
    (marker === APP2 && begins('ICC_PROFILE\0')) || (marker === APP14 && begins('Adobe'))
  return isColor ? content : null
}

function withoutThumbnail(jfif: Buffer) {
  if (jfif.length <= JFIF_BYTES) return jfif
  const header = Buffer.from(jfif.subarray(0, JFIF_BYTES))
  header.fill(0, JFIF_BYTES - 2)
  return header
}

function findScanEnd(image: Buffer, from: number) {
  let at = from
  for (;;) {
    at = image.indexOf(0xff, at)
    const marker = at < 0 ? undefined : image[at + 1]
    if (marker === undefined) return image.length
    if (marker !== 0xff && !isInScan(marker)) return at
    at += marker === 0xff ? 1 : 2
  }
}
