import { describe, expect, test } from 'bun:test'
import { getMp3Url, getSoundUrl, isPreset } from '#domain/settings/sounds'

const MP3 = ['notification_sound', 'subway_chime', 'header_tone', 'airport_chime', 'airport_call']
const WAV = [
  'airport_ding_1569',
  'melodic_airport_ding_1570',
  'flute_phone_alert_2316',
  'happy_bells_937',
  'orchestra_trumpets_triumphant_2285',
  'orchestra_trumpets_ending_2292',
  'software_remove_2576',
  'trumpet_fanfare_2293',
]
const UNKNOWN = ['', 'gong', 'NOTIFICATION_SOUND', '__proto__', 'constructor', 'toString']

describe('a sound', () => {
  test.each(MP3)('%s plays in every browser', key => {
    const url = `/sounds/${key}.mp3`
    expect([getSoundUrl(key, true), getSoundUrl(key, false)]).toEqual([url, url])
  })

  test.each(WAV)('%s plays where WAV plays, elsewhere the notification sound does', key => {
    expect(getSoundUrl(key, true)).toBe(`/sounds/${key}.wav`)
    expect(getSoundUrl(key, false)).toBe('/sounds/notification_sound.mp3')
  })

  test.each([...MP3, ...WAV])('%s can be chosen, and a TV plays it as MP3', key => {
    expect(isPreset(key)).toBe(true)
    expect(getMp3Url(key)).toBe(`/sounds/${key}.mp3`)
  })

  test.each(UNKNOWN)('"%s" cannot be chosen and plays nothing', key => {
    expect(isPreset(key)).toBe(false)
    expect([getSoundUrl(key, true), getSoundUrl(key, false), getMp3Url(key)]).toEqual([
      null,
      null,
      null,
    ])
  })
})
