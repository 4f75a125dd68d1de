import { expect, test } from 'bun:test'
import {
  clampPage,
  getMediaPath,
  getMediaUrl,
  HEIC_HINT,
  parseMediaId,
  splitByType,
} from '#domain/media/media'
import { formatYoutubeLink, parseVideoLink, parseYoutubeLink } from '#domain/media/youtube'

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
    accepted: [png, untyped],
    refused:
      'The following files are not supported: c.gif, d.svg. Please select PNG or JPEG files only.',
  })
})

test.each(['IMG_0042.HEIC', 'photo.heif'])('of %s is said how a phone takes JPEG', name => {
  const { accepted, refused } = splitByType([{ name, type: '' }])
  expect(accepted).toEqual([])
  expect(refused).toEndWith(`Please select PNG or JPEG files only. ${HEIC_HINT}`)
})

test('a page of the gallery that has no items is the last one that has', () => {
  const pages = [
    [0, 0],
    [4, 0],
    [0, 1],
    [1, 3],
    [1, 4],
    [2, 6],
    [-1, 9],
  ] as const
  expect(pages.map(([page, items]) => clampPage(page, items))).toEqual([0, 0, 0, 0, 1, 1, 0])
})

test('an item is at its own address, or at its file, with its content', () => {
  const filename = `${'ab'.repeat(32)}.png`
  expect(getMediaUrl({ id: 7, url: null, filename })).toBe(`/api/media/7/file?v=${filename}`)
  const url = 'https://example.org/a.mp4'
  expect(getMediaUrl({ id: 7, url, filename: '' })).toBe(url)
})

test('an item is known by its path, and by no other address', () => {
  const others = ['', '/api/media/x/file', 'https://e.org/api/media/7/file']
  const urls = [getMediaPath(7), ...others, `/api/media/${'9'.repeat(16)}/file`]
  expect(urls.map(parseMediaId)).toEqual([7, null, null, null, null])
})

const ID = '-a_b4w9WgXc'

test.each([
  `https://m.youtube.com/watch?v=${ID}&feature=share`,
  `https://www.youtube.com/watch?v=${ID}&list=PL123&index=2`,
  `https://youtu.be/${ID}?si=abc`,
  `https://www.youtube.com/shorts/${ID}`,
  `https://www.youtube-nocookie.com/embed/${ID}`,
  `youtu.be/${ID}`,
  ` https://youtu.be/${ID}\n`,
  `https://www.youtube.com/watch?\u200bv= ${ID}`,
  `<https://youtu.be/${ID}>`,
  `HTTPS://WWW.YouTube.com/watch?v=${ID}`,
  `https://music.youtube.com/watch?app=desktop&amp;v=${ID}&amp;t=4s`,
  `https://www.youtube.com/v/${ID}`,
])('the video of %s is recognized', link => {
  expect(parseYoutubeLink(link)).toEqual({ video: ID })
})

test.each([
  '',
  ID,
  'https://www.youtube.com/embed/live_stream?channel=UC0123456789',
  'https://www.youtube.com/playlist?list=WL',
  'https://www.youtube.com/@clinic',
  `https://youtu.be/${ID}https://youtu.be/${ID}`,
  `ftp://youtu.be/${ID}`,
  `https://www.youtube.com/watch?v=${ID}x`,
  `https://www.youtube.com.elsewhere.example/watch?v=${ID}`,
  `https://elsewhere.example/https://youtu.be/${ID}`,
  `https://www.youtube.com@elsewhere.example/watch?v=${ID}`,
  `https://youtu.be/${ID}?x" onload="alert(1)`,
  `javascript:alert('https://youtu.be/${ID}')`,
])('no video is recognized in %j', link => {
  expect(parseYoutubeLink(link)).toBeNull()
})

const LIST = 'PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf'

test.each([
  `https://www.youtube.com/playlist?list=${LIST}`,
  `https://www.youtube.com/embed/videoseries?si=x&list=${LIST}`,
  `youtube-nocookie.com/embed?listType=playlist&list=${LIST}`,
])('the playlist of %s is recognized', link => {
  const parsed = parseYoutubeLink(link)
  expect(parsed).toEqual({ playlist: LIST })
  expect(parsed && parseYoutubeLink(formatYoutubeLink(parsed))).toEqual(parsed)
})

test.each([
  ['https://e.org/films/Wash%20hands.mp4', 'video', 'Wash%20hands.mp4'],
  [' clinic.lan:8080/a b.WEBM?t=1#x ', 'video', 'a b.WEBM'],
  ['http://192.168.1.5/film.mp4', 'video', 'film.mp4'],
  [`https://youtu.be/${ID}`, 'youtube', `YouTube ${ID}`],
] as const)('%s is a link to a video', (link, type, name) => {
  expect(parseVideoLink(link)).toEqual({ type, name, url: link.trim() })
})

test.each([
  ...['', 'film.mp4', '/film.mp4', 'https://e.org', 'https://e.org/', 'https://e.org/film.mp4.exe'],
  ...['https://vimeo.com/1', 'https://e.org/play?file=film.mp4', 'javascript:alert(1)/a.mp4'],
  ...['file:///film.mp4', 'https://e.org/film.mov', 'https://mei:secret@e.org/film.mp4'],
])('%j is no link to a video', link => {
  expect(parseVideoLink(link)).toBeNull()
})
