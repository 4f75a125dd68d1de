import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE_BYTES = 8

/** The same picture in fewer bytes: browsers compress screenshots for speed. */
export function smallerPng(png: Buffer) {
  const chunks = chunksOf(png)
  const pixels = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const packed = deflateSync(inflateSync(pixels), { level: 9, memLevel: 9 })
  const copied = chunks.filter(({ type }) => ['IHDR', 'IEND'].includes(type))
  const written = copied.flatMap(({ type, data }) =>
    type === 'IEND' ? [chunk('IDAT', packed), chunk(type, data)] : [chunk(type, data)],
  )
  return Buffer.concat([png.subarray(0, SIGNATURE_BYTES), ...written])
}

function chunksOf(png: Buffer) {
  const chunks: { type: string; data: Buffer }[] = []
  for (let at = SIGNATURE_BYTES; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  return chunks
}

function chunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
