import { deflateSync, inflateSync } from 'node:zlib'
import { chunk } from '../support/files/images.ts'

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
