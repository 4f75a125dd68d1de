import { expect, test } from 'bun:test'
import { isYoutubeLink, parseYoutubeId } from '#domain/media/media'

const ID = 'dQw4w9WgXcQ'

test.each([
  `https://www.youtube.com/watch?v=${ID}`,
  `https://youtube.com/watch?v=${ID}`,
  `https://m.youtube.com/watch?v=${ID}&feature=share`,
  `https://www.youtube.com/watch?list=PL123&v=${ID}`,
  `https://www.youtube.com/watch?v=${ID}&list=PL123&index=2`,
  `https://www.youtube.com/watch?v=${ID}#t=30`,
  `https://youtu.be/${ID}`,
  `https://youtu.be/${ID}?si=abc`,
  `https://www.youtube.com/shorts/${ID}`,
  `https://www.youtube.com/embed/${ID}?autoplay=1`,
  `https://www.youtube-nocookie.com/embed/${ID}`,
  `https://www.youtube.com/live/${ID}?feature=share`,
])('the video of %s is recognized', link => {
  expect([parseYoutubeId(link), isYoutubeLink(link)]).toEqual([ID, true])
})

test('a video id may begin with a hyphen and contain underscores', () => {
  expect(parseYoutubeId('https://youtu.be/-a_b-c_d-e_')).toBe('-a_b-c_d-e_')
})

test.each([
  '',
  ID,
  `http://www.youtube.com/watch?v=${ID}`,
  `//www.youtube.com/watch?v=${ID}`,
  `https://www.youtube.com/watch?v=${ID}x`,
  `https://www.youtube.com/watch?v=${ID.slice(1)}`,
  `https://www.youtube.com/watch?x=${ID}`,
  'https://www.youtube.com/playlist?list=PL123',
  'https://www.youtube.com/@clinic',
  `https://www.youtube.com.elsewhere.example/watch?v=${ID}`,
  `https://elsewhere.example/watch?v=${ID}`,
  `https://elsewhere.example/https://youtu.be/${ID}`,
  `https://notyoutube.com/watch?v=${ID}`,
  `https://www.youtube.com@elsewhere.example/watch?v=${ID}`,
  `https://youtu.be/${ID}/"onload="alert(1)`,
  `https://youtu.be/${ID}?x" onload="alert(1)`,
  `javascript:alert('https://youtu.be/${ID}')`,
  `https://vimeo.com/${ID}`,
])('no video is recognized in %j', link => {
  expect([parseYoutubeId(link), isYoutubeLink(link)]).toEqual([null, false])
})
