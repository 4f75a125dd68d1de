import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { stripMetadata } from '../../server/storage/strip-metadata/index.ts'
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

const XMP = segment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x>${SECRET}</x>`)
const COMMENT = segment(0xfe, SECRET)
const ICC = segment(0xe2, 'ICC_PROFILE\0\u0001\u0001', Buffer.alloc(40, 7))
const HIDDEN_SEGMENTS = [
  XMP,
  COMMENT,
  segment(0xe0, 'JFXX\0', Buffer.from(SECRET)),
  segment(0xe2, 'MPF\0', SECRET),
  segment(0xe3, SECRET),
  segment(0xeb, 'JP\0\0', SECRET),
  segment(0xed, 'Photoshop 3.0\0', SECRET),
  segment(0xef, SECRET),
]
const exifOf = (orientation: number, isLittle?: boolean) =>
  segment(0xe1, 'Exif\0\0', createExif(orientation, SECRET, isLittle))
const FILM = Buffer.from(`\0\0\0\u0018ftypmp42 ${SECRET}`)

const pngOf = async (image: Uint8Array<ArrayBuffer>) => new Bun.Image(image).png().bytes()
const asText = (image: Uint8Array) => Buffer.from(image).toString('latin1')

async function progressive() {
  return new Uint8Array(await new Bun.Image(PNG).jpeg({ progressive: true }).bytes())
}

const extendedWebp = (flags: number, ...chunks: Buffer[]) => {
  const image = join(WEBP_EXTENDED, ...chunks)
  image[20] = (image[20] ?? 0) | flags
  new DataView(image.buffer).setUint32(4, image.length - 8, true)
  return image
}

describe('an image without metadata stays as it is', () => {
  test.each([
    ['image/jpeg', JPEG],
    ['image/png', PNG],
    ['image/png', createPng()],
    ['image/webp', WEBP_LOSSY],
    ['image/webp', WEBP_EXTENDED],
    ['image/gif', GIF],
  ])('%s', (mime, image) => {
    expect(Buffer.from(stripMetadata(image, mime)).equals(image)).toBe(true)
  })

  test('a JPEG of several scans', async () => {
    const image = await progressive()
    expect(Buffer.from(stripMetadata(image, 'image/jpeg')).equals(image)).toBe(true)
  })
})

describe('nothing hidden is left, and the same is drawn, of', () => {
  test.each([
    ['a photo of a phone', 'image/jpeg', insert(JPEG, 2, exifOf(1), ...HIDDEN_SEGMENTS, ICC)],
    ['a film behind a photo', 'image/jpeg', join(insert(JPEG, 2, XMP), FILM)],
    ['a photo behind a photo', 'image/jpeg', join(JPEG, insert(JPEG, 2, exifOf(3), COMMENT))],
    ['filling bytes', 'image/jpeg', insert(JPEG, 2, Buffer.of(0xff, 0xff), COMMENT)],
    ['a thumbnail', 'image/jpeg', withJfifThumbnail()],
    [
      'a drawing',
      'image/png',
      insert(
        PNG,
        33,
        chunk('tEXt', Buffer.from(`Author\0${SECRET}`)),
        chunk('zTXt', Buffer.from(`Raw profile type exif\0\0${SECRET}`)),
        chunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${SECRET}`)),
        chunk('eXIf', createExif(1, SECRET)),
        chunk('tIME', Buffer.from('SECRET ')),
        chunk('caBX', Buffer.from(SECRET)),
        chunk('pHYs', Buffer.from([0, 0, 11, 19, 0, 0, 11, 19, 1])),
      ),
    ],
    ['data behind a drawing', 'image/png', join(PNG, Buffer.from(SECRET))],
    [
      'a WebP',
      'image/webp',
      extendedWebp(
        0x0c,
        webpChunk('EXIF', createExif(1, SECRET)),
        webpChunk('XMP ', Buffer.from(SECRET)),
        webpChunk('abcd', Buffer.from(`${SECRET}.`)),
      ),
    ],
    ['data behind a WebP', 'image/webp', join(WEBP_LOSSY, Buffer.from(SECRET))],
    [
      'a GIF',
      'image/gif',
      insert(
        GIF,
        GIF.indexOf(0x21),
        gifExtension(0xfe, SECRET),
        gifExtension(0xff, 'XMP DataXMP', SECRET),
        gifExtension(0x01, '0123456789ab', SECRET),
      ),
    ],
    ['data behind a GIF', 'image/gif', join(GIF, Buffer.from(SECRET))],
  ])('%s', async (_, mime, image) => {
    expect(asText(image)).toContain('SECRET')
    const stripped = new Uint8Array(stripMetadata(image, mime))
    expect(asText(stripped)).not.toContain('SECRET')
    expect(await pngOf(stripped)).toEqual(await pngOf(image))
    expect(stripMetadata(stripped, mime)).toEqual(Buffer.from(stripped))
  })

  test('a comment between two scans', async () => {
    const image = await progressive()
    const scan = image.lastIndexOf(0xda) - 1
    expect(image[scan]).toBe(0xff)
    const stripped = stripMetadata(insert(image, scan, COMMENT), 'image/jpeg')
    expect(Buffer.from(stripped).equals(image)).toBe(true)
  })
})

function withJfifThumbnail() {
  const jfif = Buffer.concat([JPEG.subarray(6, 18), Buffer.of(2, 2), Buffer.from(SECRET)])
  return join(JPEG.subarray(0, 2), segment(0xe0, jfif), JPEG.subarray(20))
}

function gifExtension(label: number, ...blocks: string[]) {
  const data = blocks.map(block => Buffer.from(`${String.fromCharCode(block.length)}${block}`))
  return Buffer.concat([Buffer.of(0x21, label), ...data, Buffer.of(0)])
}

test('colors, repetition and resolution are kept', () => {
  const photo = insert(JPEG, 2, COMMENT, ICC)
  expect(asText(stripMetadata(photo, 'image/jpeg'))).toContain(asText(ICC))
  const adobe = segment(0xee, 'Adobe', Buffer.alloc(7))
  expect(asText(stripMetadata(insert(JPEG, 2, adobe), 'image/jpeg'))).toContain(asText(adobe))
  const resolution = chunk('pHYs', Buffer.alloc(9, 1))
  expect(asText(stripMetadata(insert(PNG, 33, resolution), 'image/png'))).toContain('pHYs')
  const loop = gifExtension(0xff, 'NETSCAPE2.0', '\u0001\0\0')
  const animated = insert(GIF, GIF.indexOf(0x21), loop)
  expect(Buffer.from(stripMetadata(animated, 'image/gif')).equals(animated)).toBe(true)
})

/** The entry of an Exif directory. */
const orientationOf = (orientation: number) =>
  asText(createExif(orientation, '', false).subarray(10, 22))

describe('an image that is turned stays turned', () => {
  test.each([2, 3, 4, 5, 6, 7, 8])('a JPEG with orientation %d', async orientation => {
    for (const isLittle of [true, false]) {
      const photo = insert(JPEG, 2, exifOf(orientation, isLittle))
      const stripped = new Uint8Array(stripMetadata(photo, 'image/jpeg'))
      expect(asText(stripped)).not.toContain('SECRET')
      expect(await pngOf(stripped)).toEqual(await pngOf(photo))
      expect(asText(stripped)).toContain(orientationOf(orientation))
    }
  })

  test('a PNG and a WebP', () => {
    const png = stripMetadata(insert(PNG, 33, chunk('eXIf', createExif(6, SECRET))), 'image/png')
    expect(asText(png)).toContain(orientationOf(6))
    const webp = extendedWebp(0x0c, webpChunk('EXIF', createExif(6, SECRET)))
    const stripped = stripMetadata(webp, 'image/webp')
    expect(asText(stripped)).toContain(orientationOf(6))
    expect([asText(stripped).includes('SECRET'), stripped[20]]).toEqual([false, 0x18])
  })
})

test('any damaged image is read to its end, and stripping twice changes nothing', async () => {
  const images: [string, Uint8Array][] = [
    ['image/jpeg', insert(await progressive(), 2, exifOf(6), ...HIDDEN_SEGMENTS)],
    ['image/png', insert(PNG, 33, chunk('eXIf', createExif(6, SECRET)))],
    ['image/webp', extendedWebp(0x0c, webpChunk('EXIF', createExif(6, SECRET)))],
    ['image/gif', insert(GIF, GIF.indexOf(0x21), gifExtension(0xfe, SECRET))],
  ]
  const changes = fc.array(fc.tuple(fc.nat(), fc.oneof(fc.constant(0xff), fc.nat(255))), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(fc.constantFrom(...images), changes, fc.nat(), (image, changed, cut) => {
      const damaged = new Uint8Array(image[1].subarray(0, 13 + (cut % image[1].length)))
      // A file that does not begin as its type does is refused before.
      for (const [at, value] of changed) damaged[12 + (at % damaged.length)] = value
      const [mime] = image
      const stripped = new Uint8Array(stripMetadata(damaged, mime))
      expect(stripped.length).toBeLessThanOrEqual(damaged.length + 64)
      expect(Buffer.from(stripMetadata(stripped, mime)).equals(stripped)).toBe(true)
    }),
    { numRuns: 5_000 },
  )
})
