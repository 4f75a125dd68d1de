import { expect, test } from 'bun:test'
import {
  clampPage,
  getMediaUrl,
  isYoutubeLink,
  parseMediaId,
  parseYoutubeId,
  splitByType,
} from '#domain/media/media'

test('of picked files PNG and JPEG are kept, and the others named', () => {
  const [png, jpeg, gif, svg, untyped] = [
    { name: 'a.png', type: 'image/png' },
    { name: 'b.jpg', type: 'image/jpeg' },
    { name: 'c.gif', type: 'image/gif' },
    { name: 'd.svg', type: 'image/svg+xml' },
    { name: 'e.png', type: '' },
  ] as const
  expect(splitByType([jpeg, png])).toEqual({ accepted: [jpeg, png], refused: null })
  expect(splitByType([gif, png, svg, untyped])).toEqual({
    accepted: [png],
    refused:
      'The following files are not supported: c.gif, d.svg, e.png. Please select PNG or JPEG files only.',
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

const ID = '-a_b4w9WgXc'

test.each([
  `https://m.youtube.com/watch?v=${ID}&feature=share`,
  `https://www.youtube.com/watch?v=${ID}&list=PL123&index=2`,
  `https://www.youtube.com/watch?v=${ID}#t=30`,
  `https://youtu.be/${ID}?si=abc`,
  `https://www.youtube.com/shorts/${ID}`,
  `https://www.youtube-nocookie.com/embed/${ID}`,
  `https://www.youtube.com/live/${ID}?feature=share`,
])('the video of %s is recognized', link => {
  expect([parseYoutubeId(link), isYoutubeLink(link)]).toEqual([ID, true])
})

test.each([
  '',
  `http://www.youtube.com/watch?v=${ID}`,
  `//www.youtube.com/watch?v=${ID}`,
  `https://www.youtube.com/watch?v=${ID}x`,
  `https://www.youtube.com.elsewhere.example/watch?v=${ID}`,
  `https://elsewhere.example/https://youtu.be/${ID}`,
  `https://notyoutube.com/watch?v=${ID}`,
  `https://www.youtube.com@elsewhere.example/watch?v=${ID}`,
  `https://youtu.be/${ID}/"onload="alert(1)`,
  `https://youtu.be/${ID}?x" onload="alert(1)`,
  `javascript:alert('https://youtu.be/${ID}')`,
])('no video is recognized in %j', link => {
  expect([parseYoutubeId(link), isYoutubeLink(link)]).toEqual([null, false])
})
