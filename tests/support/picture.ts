import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const EIGHT_BIT_RGB = [8, 2, 0, 0, 0]

/** A PNG of one colour, as a camera or a designer would hand it over. */
export function aPicture(
  width: number,
  height: number,
  [red = 0, green = 0, blue = 0]: number[] = [15, 118, 110],
) {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  const line = Buffer.alloc(1 + width * 3)
  for (let at = 1; at < line.length; at += 3) line.set([red, green, blue], at)
  const pixels = Buffer.concat(Array.from({ length: height }, () => line))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([size, Buffer.from(EIGHT_BIT_RGB)])),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
