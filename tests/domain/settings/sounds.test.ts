import { expect, test } from 'bun:test'
import { getMp3Url, getSoundUrl, isPreset } from '#domain/settings/sounds'

test('a sound plays in every browser: where WAV does not, the notification sound does', () => {
  const urls = (key: string) => [getSoundUrl(key, true), getSoundUrl(key, false), getMp3Url(key)]
  expect(urls('airport_call')).toEqual(Array(3).fill('/sounds/airport_call.mp3'))
  expect(urls('happy_bells_937')).toEqual([
    '/sounds/happy_bells_937.wav',
    '/sounds/notification_sound.mp3',
    '/sounds/happy_bells_937.mp3',
  ])
  for (const key of ['', 'gong', 'NOTIFICATION_SOUND', '__proto__', 'constructor']) {
    expect([isPreset(key), ...urls(key)]).toEqual([false, null, null, null])
  }
})
