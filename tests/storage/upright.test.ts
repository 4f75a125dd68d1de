import { describe, expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { stripMetadata } from '../../server/storage/strip-metadata/index.ts'
import { makeUpright } from '../../server/storage/upright.ts'
import { chunk, createExif, segment, WEBP_EXTENDED, webpChunk } from '../support/files/images.ts'

/** White with one black corner, so that each way to turn it looks different; no pixel is between. */
const JPEG = await new Bun.Image(drawCorner(64, 32)).jpeg({ quality: 100 }).buffer()
const PNG = await new Bun.Image(JPEG).png().buffer()
const ORIENTATIONS = [2, 3, 4, 5, 6, 7, 8]

const jpegOf = (orientation: number) =>
  Buffer.concat([
    JPEG.subarray(0, 2),
    segment(0xe1, 'Exif\0\0', createExif(orientation, 'x')),
    JPEG.subarray(2),
  ])
const pngOf = (orientation: number) =>
  Buffer.concat([
    PNG.subarray(0, 33),
    chunk('eXIf', createExif(orientation, 'x')),
    PNG.subarray(33),
  ])

test.each(ORIENTATIONS)('orientation %i is drawn as a browser shows it', async orientation => {
  const jpeg = new Uint8Array(jpegOf(orientation))
  const shown = await new Bun.Image(jpeg).png().buffer()
  for (const [mime, image] of [
    ['image/jpeg', jpeg],
    ['image/png', new Uint8Array(pngOf(orientation))],
  ] as const) {
    const upright = Buffer.from(await makeUpright(stripMetadata(image, mime), mime))
    expect([mime, await new Bun.Image(upright).png().buffer()]).toEqual([mime, shown])
    expect(upright.includes('Exif') || upright.includes('eXIf')).toBe(false)
  }
})

describe('an image is not drawn anew', () => {
  test('that is upright', async () => {
    for (const image of [JPEG, jpegOf(1)]) {
      const stripped = stripMetadata(new Uint8Array(image), 'image/jpeg')
      expect(await makeUpright(stripped, 'image/jpeg')).toBe(stripped)
    }
  })

  test('that moves', async () => {
    const film = Buffer.concat([
      WEBP_EXTENDED,
      webpChunk('ANMF', Buffer.alloc(16)),
      webpChunk('EXIF', createExif(6, 'x')),
    ])
    const stripped = stripMetadata(new Uint8Array(film), 'image/webp')
    expect(await makeUpright(stripped, 'image/webp')).toBe(stripped)
  })
})

function drawCorner(width: number, height: number) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const row = (y: number) =>
    Buffer.concat([Buffer.alloc(1), Buffer.alloc(width).map((_, x) => (x < 16 && y < 8 ? 0 : 255))])
  const rows = Buffer.concat(Array.from({ length: height }, (_, y) => row(y)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')]
  return Buffer.concat([signature, ...parts])
}
