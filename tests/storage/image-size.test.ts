import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { LOGO_TYPES } from '#domain/media/media'
import {
  detectImageType,
  hasTooManyPixels,
  readImageSize,
} from '../../server/storage/image-size.ts'
import {
  createPng,
  GIF,
  JPEG,
  WEBP_EXTENDED,
  WEBP_LOSSLESS,
  WEBP_LOSSY,
} from '../support/files/images.ts'

const sizeOf = (bytes: Uint8Array) => readImageSize(bytes, detectImageType(bytes) ?? '')
const withBytes = (bytes: Uint8Array, at: number, ...values: number[]) => {
  const copy = Uint8Array.from(bytes)
  copy.set(values, at)
  return copy
}
/** A progressive JPEG differs in the marker of its frame. */
const PROGRESSIVE = withBytes(JPEG, JPEG.findIndex((_, at) => isAt(at, 0xff, 0xc0)) + 1, 0xc2)
const SCAN = JPEG.findIndex((_, at) => isAt(at, 0xff, 0xda))
const FRAME = JPEG.findIndex((_, at) => isAt(at, 0xff, 0xc0))

const GIF_FRAME = GIF.lastIndexOf(0x2c)

/** The second is 300 pixels wide. */
function aGifOfTwoFrames() {
  const frame = GIF.subarray(GIF_FRAME, -1)
  return Uint8Array.from([...GIF.subarray(0, -1), ...withBytes(frame, 5, 44, 1), 0x3b])
}

function isAt(at: number, ...values: number[]) {
  return values.every((value, offset) => JPEG[at + offset] === value)
}

test.each<[string, Uint8Array, number, number]>([
  ['a PNG', createPng(), 3, 2],
  ['a PNG of any size', createPng({ width: 20_000, height: 4_000_000_000 }), 20_000, 4e9],
  ['a PNG with a long text inside', createPng({ bytes: 5_000 }), 3, 2],
  ['a JPEG', JPEG, 3, 2],
  ['a progressive JPEG', PROGRESSIVE, 3, 2],
  ['a JPEG with data after its end', Uint8Array.from([...JPEG, 0, 1, 2]), 3, 2],
  ['a JPEG with fill bytes', Uint8Array.from([...JPEG.slice(0, 2), 0xff, ...JPEG.slice(2)]), 3, 2],
  ['a GIF', GIF, 1, 1],
  ['a GIF with data after its end', Uint8Array.from([...GIF, 0, 1, 2]), 1, 1],
  ['a GIF without an end', GIF.subarray(0, -1), 1, 1],
  ['a GIF whose frame is larger', withBytes(GIF, GIF_FRAME, 0x2c, 1, 0, 2, 0, 9, 1, 7), 266, 9],
  ['a GIF whose last frame is larger', aGifOfTwoFrames(), 300, 1],
  ['a lossy WebP', WEBP_LOSSY, 3, 2],
  ['a lossless WebP', WEBP_LOSSLESS, 3, 2],
  ['a WebP with transparency', WEBP_EXTENDED, 3, 2],
])('the size of %s', (_, bytes, width, height) => {
  expect(sizeOf(bytes)).toEqual({ width, height })
})

describe('no size has', () => {
  test.each<[string, Uint8Array]>([
    ['a PNG without width', createPng({ width: 0 })],
    ['a PNG without height', createPng({ height: 0 })],
    ['a PNG whose first chunk is not IHDR', withBytes(createPng(), 12, 0x49, 0x44, 0x41, 0x54)],
    ['a PNG whose IHDR has another length', withBytes(createPng(), 8, 0, 0, 0, 14)],
    ['a JPEG without height', withBytes(JPEG, FRAME + 5, 0, 0)],
    ['a JPEG without a frame', withBytes(JPEG, FRAME + 1, 0xc4)],
    ['a JPEG without an end', JPEG.subarray(0, -2)],
    ['a JPEG without image data', JPEG.subarray(0, SCAN)],
    ['a JPEG with garbage between its segments', withBytes(JPEG, FRAME, 0)],
    ['a GIF without width', withBytes(GIF, 6, 0, 0)],
    ['a GIF without a block', withBytes(GIF, 19, 0)],
    ['a WebP of an unknown kind', withBytes(WEBP_LOSSY, 12, 0x58)],
    ['a lossy WebP without its signature', withBytes(WEBP_LOSSY, 23, 0)],
    ['a lossless WebP without its signature', withBytes(WEBP_LOSSLESS, 20, 0)],
    ['a WebP that is shorter than its header says', withBytes(WEBP_EXTENDED, 4, 0xff)],
  ])('%s', (_, bytes) => {
    expect(detectImageType(bytes)).not.toBeNull()
    expect(sizeOf(bytes)).toBeNull()
  })

  test('a type that is not an image', () => {
    expect(readImageSize(createPng(), 'image/svg+xml')).toBeNull()
  })
})

test.each([
  [8_000, 5_000, false],
  [8_000, 5_001, true],
  [20_000, 20_000, true],
])('%i x %i pixels are too many: %p', (width, height, isTooMany) => {
  expect(hasTooManyPixels({ width, height })).toBe(isTooMany)
})

const COMPLETE = [createPng(), JPEG, WEBP_LOSSY, WEBP_LOSSLESS, WEBP_EXTENDED]

test('an image that is truncated anywhere has no size', () => {
  for (const image of COMPLETE) {
    for (let length = 0; length < image.length; length++) {
      expect(sizeOf(image.subarray(0, length))).toBeNull()
    }
  }
})

test('any bytes have a valid size or none', () => {
  const start = fc.constantFrom(...COMPLETE, GIF, new Uint8Array())
  const broken = fc
    .tuple(start, fc.nat(80), fc.uint8Array({ maxLength: 80 }))
    .map(([image, length, noise]) => Uint8Array.from([...image.subarray(0, length), ...noise]))
  fc.assert(
    fc.property(broken, fc.constantFrom(...LOGO_TYPES), (bytes, type) => {
      const size = readImageSize(bytes, type)
      if (size === null) return
      for (const side of [size.width, size.height]) {
        expect(Number.isInteger(side) && side > 0).toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})

const text = (words: string) => new TextEncoder().encode(words)

const PNG_START = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 1, 2)
const JPEG_START = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1)
const WEBP_START = text('RIFF\u0001\u0002\u0003\u0004WEBPVP8 ')

describe('what a file is by its first bytes', () => {
  test.each<[string, Uint8Array, string | null]>([
    ['a PNG', PNG_START, 'image/png'],
    ['a JPEG', JPEG_START, 'image/jpeg'],
    ['the shortest start of a JPEG', JPEG_START.subarray(0, 3), 'image/jpeg'],
    ['an old GIF', text('GIF87a......'), 'image/gif'],
    ['a GIF', text('GIF89a......'), 'image/gif'],
    ['a WebP', WEBP_START, 'image/webp'],
    ['nothing', new Uint8Array(), null],
    ['a PNG cut off', PNG_START.subarray(0, 7), null],
    ['a JPEG cut off', JPEG_START.subarray(0, 2), null],
    ['a WebP cut off', WEBP_START.subarray(0, 11), null],
    ['a GIF of no version', text('GIF88a......'), null],
    ['a sound (RIFF too)', text('RIFF....WAVEfmt '), null],
    ['a PNG behind a space', Uint8Array.of(0x20, ...PNG_START), null],
    ['a JPEG behind a space', Uint8Array.of(0x20, ...JPEG_START), null],
    ['a GIF behind a space', text(' GIF89a.....'), null],
    ['a web page that names a GIF', text('<p>GIF89a</p>'), null],
    ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), null],
    ['an SVG with a head', text('<?xml version="1.0"?><svg/>'), null],
    ['a web page', text('<!doctype html><script>'), null],
    ['a PDF', text('%PDF-1.7....'), null],
    ['a BMP', text('BM..........'), null],
  ])('%s', (_, bytes, type) => {
    expect(detectImageType(bytes)).toBe(type)
  })
})
