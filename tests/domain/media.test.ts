import { describe, expect, test } from 'bun:test'
import {
  clampPage,
  detectImageType,
  getMediaUrl,
  parseMediaId,
  splitByType,
} from '#domain/media/media'

const text = (words: string) => new TextEncoder().encode(words)

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 1, 2)
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1)
const WEBP = text('RIFF\u0001\u0002\u0003\u0004WEBPVP8 ')

test.each<[string, Uint8Array, string | null]>([
  ['a PNG', PNG, 'image/png'],
  ['a JPEG', JPEG, 'image/jpeg'],
  ['the shortest start of a JPEG', JPEG.subarray(0, 3), 'image/jpeg'],
  ['an old GIF', text('GIF87a......'), 'image/gif'],
  ['a GIF', text('GIF89a......'), 'image/gif'],
  ['a WebP', WEBP, 'image/webp'],
  ['nothing', new Uint8Array(), null],
  ['a PNG cut off', PNG.subarray(0, 7), null],
  ['a JPEG cut off', JPEG.subarray(0, 2), null],
  ['a WebP cut off', WEBP.subarray(0, 11), null],
  ['a GIF of no version', text('GIF88a......'), null],
  ['a sound (RIFF too)', text('RIFF....WAVEfmt '), null],
  ['a PNG behind a space', Uint8Array.of(0x20, ...PNG), null],
  ['a JPEG behind a space', Uint8Array.of(0x20, ...JPEG), null],
  ['a GIF behind a space', text(' GIF89a.....'), null],
  ['a web page that names a GIF', text('<p>GIF89a</p>'), null],
  ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), null],
  ['an SVG with a head', text('<?xml version="1.0"?><svg/>'), null],
  ['a web page', text('<!doctype html><script>'), null],
  ['a PDF', text('%PDF-1.7....'), null],
  ['a BMP', text('BM..........'), null],
])('what a file is by its first bytes: %s', (_, bytes, type) => {
  expect(detectImageType(bytes)).toBe(type)
})

describe('picking files', () => {
  const png = { name: 'a.png', type: 'image/png' }
  const gif = { name: 'c.gif', type: 'image/gif' }
  const svg = { name: 'd.svg', type: 'image/svg+xml' }
  const nameOnly = { name: 'e.png', type: '' }

  test('names the files that it leaves out', () => {
    expect(splitByType([gif])).toEqual({
      accepted: [],
      refused:
        'The following files are not supported: c.gif. Please select PNG or JPEG files only.',
    })
    expect(splitByType([gif, png, svg, nameOnly])).toEqual({
      accepted: [png],
      refused:
        'The following files are not supported: c.gif, d.svg, e.png. Please select PNG or JPEG files only.',
    })
  })
})

test.each([
  ['an empty gallery', 0, 0, 0],
  ['a late page of an empty gallery', 4, 0, 0],
  ['the first page of one item', 0, 1, 0],
  ['a page that three items do not fill', 1, 3, 0],
  ['the page of the fourth item', 1, 4, 1],
  ['the last page', 2, 9, 2],
  ['a page whose last item was deleted', 2, 6, 1],
  ['a page before the first', -1, 9, 0],
])('%s: page %i of %i items is page %i', (_, page, items, shown) => {
  expect(clampPage(page, items)).toBe(shown)
})

test.each([
  [getMediaUrl({ id: 7, url: null }), 7],
  ['', null],
  ['/api/media/x/file', null],
  ['https://example.org/api/media/7/file', null],
  [`/api/media/${'9'.repeat(16)}/file`, null],
])('the address %j is that of item %p', (url, id) => {
  expect(parseMediaId(url)).toBe(id)
})
