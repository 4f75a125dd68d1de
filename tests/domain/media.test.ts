import { describe, expect, test } from 'bun:test'
import { clampPage, getMediaUrl, parseMediaId, splitByType } from '#domain/media/media'

describe('picking files', () => {
  const png = { name: 'a.png', type: 'image/png' }
  const jpeg = { name: 'b.jpg', type: 'image/jpeg' }
  const gif = { name: 'c.gif', type: 'image/gif' }
  const svg = { name: 'd.svg', type: 'image/svg+xml' }
  const nameOnly = { name: 'e.png', type: '' }

  test('keeps PNG and JPEG, in order', () => {
    expect(splitByType([jpeg, png])).toEqual({ accepted: [jpeg, png], refused: null })
    expect(splitByType([])).toEqual({ accepted: [], refused: null })
  })

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

test('an item is at its own address, or at its file', () => {
  expect(getMediaUrl({ id: 7, url: null })).toBe('/api/media/7/file')
  expect(getMediaUrl({ id: 7, url: 'https://example.org/a.mp4' })).toBe('https://example.org/a.mp4')
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
