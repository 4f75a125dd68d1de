import { describe, expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { validateImage } from '../../server/actions/media.ts'
import {
  chunk,
  createExif,
  createPng,
  GIF,
  JPEG,
  segment,
  WEBP_EXTENDED,
  WEBP_LOSSY,
  webpChunk,
} from '../support/files/images.ts'

const SECRET = 'SECRET PLACE'
const PNG = createPng({ width: 40, height: 24, shade: 90 })
const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

/** Inserts parts behind the first `at` bytes. */
const insert = (image: Uint8Array, at: number, ...parts: Uint8Array[]) =>
  join(image.subarray(0, at), ...parts, image.subarray(at))

const exifOf = (orientation: number) =>
  segment(0xe1, 'Exif\0\0', createExif(orientation, SECRET, orientation % 2 === 0))

const store = (bytes: Uint8Array<ArrayBuffer>) =>
  validateImage({ bytes, name: 'clinic-logo', fileName: 'photo' })

/** The pixels as they are stored; an encoder makes the same bytes of the same pixels. */
const pixelsOf = (image: Uint8Array<ArrayBuffer>) =>
  new Bun.Image(image, { autoOrient: false }).png().buffer()

function toWebp(...chunks: Buffer[]) {
  const image = join(WEBP_EXTENDED.subarray(0, 12), ...chunks)
  new DataView(image.buffer).setUint32(4, image.length - 8, true)
  return image
}

describe('a stored picture has its type and its pixels, and nothing that was hidden in', () => {
  const gifComment = Buffer.from(
    `!\u00fe${String.fromCharCode(SECRET.length)}${SECRET}\0`,
    'latin1',
  )
  test.each<[string, string, Uint8Array<ArrayBuffer>]>([
    [
      'a photo of a phone',
      'image/jpeg',
      insert(
        JPEG,
        2,
        exifOf(1),
        segment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x>${SECRET}</x>`),
        segment(0xe2, 'MPF\0', SECRET),
        segment(0xed, 'Photoshop 3.0\0', SECRET),
        segment(0xfe, SECRET),
      ),
    ],
    ['a photo before a film', 'image/jpeg', join(JPEG, Buffer.from(`\0\0\0\u0018ftyp ${SECRET}`))],
    [
      'a drawing',
      'image/png',
      insert(
        PNG,
        33,
        chunk('tEXt', Buffer.from(`Author\0${SECRET}`)),
        chunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${SECRET}`)),
        chunk('eXIf', createExif(1, SECRET)),
        chunk('caBX', Buffer.from(SECRET)),
      ),
    ],
    ['a drawing before data', 'image/png', join(PNG, Buffer.from(SECRET))],
    ['a WebP', 'image/webp', toWebp(WEBP_EXTENDED.subarray(12) as Buffer, ...hiddenChunks())],
    ['a WebP before data', 'image/webp', join(WEBP_LOSSY, Buffer.from(SECRET))],
    ['a GIF', 'image/png', insert(GIF, GIF.indexOf(0x21), gifComment)],
    ['a GIF before data', 'image/png', join(GIF, Buffer.from(SECRET))],
  ])('%s', async (_, mime, bytes) => {
    expect(Buffer.from(bytes).includes('SECRET')).toBe(true)
    const { image, content } = await store(bytes)
    const { format, width, height } = await new Bun.Image(content).metadata()
    expect([image.mime, `image/${format}`]).toEqual([mime, mime])
    expect(Buffer.from(content).includes('SECRET')).toBe(false)
    const before = await new Bun.Image(bytes).metadata()
    expect([width, height]).toEqual([before.width, before.height])
    if (mime === 'image/png') expect(await pixelsOf(content)).toEqual(await pixelsOf(bytes))
  })
})

function hiddenChunks() {
  return [webpChunk('EXIF', createExif(1, SECRET)), webpChunk('XMP ', Buffer.from(SECRET))]
}

type Color = [red: number, green: number, blue: number, alpha: number]

function draw(width: number, height: number, colorAt: (x: number, y: number) => Color) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6], 8)
  const rows = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (_, x) => colorAt(x, y)).flat(),
  ])
  const data = deflateSync(Buffer.from(rows.flat()))
  return join(PNG.subarray(0, 8), chunk('IHDR', header), chunk('IDAT', data), chunk('IEND'))
}

/** White with one black corner, so each orientation looks different. JPEG keeps such blocks. */
const CORNER = draw(64, 32, (x, y) => (x < 16 && y < 8 ? [0, 0, 0, 255] : [255, 255, 255, 255]))

/** The turns of each orientation of TIFF 6.0. Bun turns an image before mirroring it. */
const TURNS: Record<number, (image: Bun.Image) => Bun.Image> = {
  1: image => image,
  2: image => image.flop(),
  3: image => image.rotate(180),
  4: image => image.flip(),
  5: image => image.rotate(90).flop(),
  6: image => image.rotate(90),
  7: image => image.rotate(270).flop(),
  8: image => image.rotate(270),
}

test.each(Object.entries(TURNS))('a photo of orientation %s is stored upright', async (n, turn) => {
  const jpeg = await new Bun.Image(CORNER).jpeg({ quality: 100 }).bytes()
  const { content } = await store(insert(jpeg, 2, exifOf(Number(n))))
  const upright = await turn(new Bun.Image(jpeg, { autoOrient: false }))
    .png()
    .buffer()
  expect(await pixelsOf(content)).toEqual(upright)
})

test('transparent pixels stay transparent', async () => {
  const png = draw(16, 16, x => [200, 0, 0, x < 8 ? 0 : 128])
  expect(await pixelsOf((await store(png)).content)).toEqual(await pixelsOf(png))
  const webp = await new Bun.Image(png).webp({ lossless: true }).bytes()
  const { image, content } = await store(new Uint8Array(webp))
  // ALPH holds the transparency of a WebP.
  expect([image.mime, Buffer.from(content).includes('ALPH')]).toEqual(['image/webp', true])
})

const rejection = (bytes: Uint8Array<ArrayBuffer>) =>
  store(bytes).then(
    () => null,
    ({ status, message }) => [status, message],
  )

test('a moving or damaged WebP is refused with a sentence', async () => {
  const frame = Buffer.concat([Buffer.alloc(16), WEBP_LOSSY.subarray(12)])
  frame.set([2, 0, 0, 1], 6)
  const moving = toWebp(
    webpChunk('VP8X', Buffer.from([2, 0, 0, 0, 2, 0, 0, 1, 0, 0])),
    webpChunk('ANIM', Buffer.alloc(6)),
    webpChunk('ANMF', frame),
    webpChunk('ANMF', frame),
  )
  const sentence =
    'This WebP image is moving or damaged. Please choose an image that does not move.'
  for (const image of [moving, WEBP_LOSSY.slice(0, 40)]) {
    expect(await rejection(image)).toEqual([415, sentence])
  }
})

test('a JPEG of many scans, each of which is drawn over all of it, is refused at once', async () => {
  const jpeg = await new Bun.Image(PNG).jpeg({ progressive: true }).buffer()
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.of(0xff, 0xda)), -2)
  const insertScans = (count: number) =>
    insert(jpeg, jpeg.length - 2, ...Array.from({ length: count }, () => scan))
  expect((await store(insertScans(100))).image.mime).toBe('image/jpeg')
  const refusal = [415, 'This is not an image that can be shown']
  expect(await rejection(insertScans(400))).toEqual(refusal)
})

test('one picture at a time is decoded, and more than eight are not kept waiting', async () => {
  const order: string[] = []
  const note = (name: string) => () => order.push(name)
  await Promise.all([
    store(createPng({ width: 4_000, height: 2_000 })).then(note('large')),
    store(PNG).then(note('small')),
  ])
  expect(order).toEqual(['large', 'small'])
  const results = await Promise.all(Array.from({ length: 10 }, () => rejection(PNG)))
  const busy = [503, 'Many images are being uploaded. Please try again in a minute.']
  expect(results).toEqual([...Array<null>(8).fill(null), busy, busy])
})
