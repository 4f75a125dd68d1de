import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_TV_OPTIONS } from '#domain/display/tv-options'
import { findSpokenPlace } from '#domain/rooms/spoken-place'
import { CLIP_TEXTS, getSentence, isClip, LETTERS, toRoomClip } from '#domain/voice/clips'
import { getSpokenLanguages, parseLanguages, VOICE_LANGUAGES } from '#domain/voice/languages'

describe('of a room is said', () => {
  test.each([
    ['Bilik No. 4', 'room', '4'],
    ['Counter 2', 'counter', '2'],
    ['X-Ray', 'x-ray', ''],
    ['Farmasi', 'dispensary', ''],
    ['Room 1 - Dr. Aminah', 'room', '1'],
    ['Bilik Rawatan', 'treatment', ''],
    ['Consultation Room 5', 'consultation', '5'],
    ['Pendaftaran', 'registration', ''],
    ['3号房', 'room', '3'],
    ['诊室 2', 'consultation', '2'],
    ['அறை 7', 'room', '7'],
    ['Ｒｏｏｍ\u3000８', 'room', '8'],
    ['Bilik\u00a0\u0669', 'room', '9'],
    ['X\u2011Ray 2', 'x-ray', '2'],
    ['Room 1 \u2013 Dr. Aminah', 'room', '1'],
  ] as const)('%s', (name, type, digits) => {
    expect(findSpokenPlace({ name })).toEqual({ type, digits })
  })

  test.each([
    ...['Klinik Pakar', 'Room 3A', 'Dr. Lim', '', '7', '二号房', 'Room 12345', 'Room Room 2'],
    ...['Room 1 - 2', 'Room - 3', 'Room 1 - B', 'Bilik Rawatan - 1', 'Blok A - Bilik 3'],
  ])('nothing but the number, if it is not known: %p', name => {
    expect(findSpokenPlace({ name })).toBeNull()
  })

  test.each([
    ['Klinik Pakar', ''],
    ['Klinik 2 - Dr. 5', '2'],
    ['3号门', '3'],
    // Half of it would be another room.
    ['Bilik 3A', ''],
    ['Tingkat 2 Pintu 5', ''],
    ['Pintu 12345', ''],
  ])('what an administrator has chosen, with the only number: %s', (name, digits) => {
    expect(findSpokenPlace({ name }, 'consultation')).toEqual({ type: 'consultation', digits })
  })
})

describe('a call', () => {
  const room = findSpokenPlace({ name: 'Room 3' })

  test.each([
    ['ms', 'nombor satu kosong dua sila ke bilik tiga'],
    ['en', 'number one zero two please go to room three'],
    ['zh', '一 零 二 号 请到 三 号 房间'],
    ['ta', 'எண் ஒன்று பூஜ்யம் இரண்டு அறை மூன்று செல்லவும்'],
  ] as const)('in %s', (language, text) => {
    const clips = getSentence({ label: '102', place: room }, language)
    expect(clips.map(clip => isClip(clip) && CLIP_TEXTS[language][clip]).join(' ')).toBe(text)
  })

  test('has the number as it is shown, digit by digit', () => {
    expect(getSentence({ label: '007', place: null }, 'en')).toEqual(['number', '0', '0', '7'])
    expect(getSentence({ label: '1203', place: null }, 'en').slice(1)).toEqual(['1', '2', '0', '3'])
  })

  test.each([
    ['ms', 'number b 0 0 7 go-to room 3'],
    ['en', 'number b 0 0 7 go-to room 3'],
    ['zh', 'b 0 0 7 suffix go-to 3 suffix room'],
    ['ta', 'number b 0 0 7 room 3 go-to'],
  ] as const)('in %s has the letter of the number before its digits', (language, clips) => {
    expect(getSentence({ label: 'B007', place: room }, language).join(' ')).toBe(clips)
  })

  test.each(VOICE_LANGUAGES)(
    'can have any letter in %s, each with a sound of its own',
    language => {
      expect(LETTERS.join('')).toBe('abcdefghijklmnopqrstuvwxyz')
      const sounds = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', ...LETTERS].map(clip => {
        expect([clip, isClip(clip) && CLIP_TEXTS[language][clip]]).toEqual([
          clip,
          expect.any(String),
        ])
        return readFileSync(join('static/voice', language, `${clip}.mp3`), 'latin1')
      })
      expect(new Set(sounds).size).toBe(36)
    },
  )

  test('has the recording of its room', () => {
    const clips = getSentence({ label: '001', place: toRoomClip(9) }, 'ms')
    expect(clips.slice(-2)).toEqual(['go-to', 'room-9'])
  })
})

describe('a TV speaks', () => {
  const own = { ...DEFAULT_TV_OPTIONS, languages: ['ta' as const] }
  const silent = { ...DEFAULT_TV_OPTIONS, hasVoice: false }

  test.each([
    ["the clinic's languages in their order", DEFAULT_TV_OPTIONS, {}, ['zh', 'ms']],
    ['its own instead', own, {}, ['ta']],
    ['none', silent, { own: 'fr' }, []],
    ['all while three calls wait', DEFAULT_TV_OPTIONS, { waiting: 3 }, ['zh', 'ms']],
    ['one while more wait', DEFAULT_TV_OPTIONS, { waiting: 4 }, ['zh']],
    [
      "that of the browser's own voice first",
      DEFAULT_TV_OPTIONS,
      { waiting: 4, own: 'en' },
      ['en'],
    ],
    ['it before the others', DEFAULT_TV_OPTIONS, { own: 'fr' }, ['fr', 'zh', 'ms']],
    ['it in its place', DEFAULT_TV_OPTIONS, { own: 'ms' }, ['zh', 'ms']],
  ])('%s', (_, options, state, languages) => {
    expect(getSpokenLanguages({ voiceLanguages: 'zh,ms' }, options, state)).toEqual(languages)
    expect(getSpokenLanguages({ voiceLanguages: '' }, DEFAULT_TV_OPTIONS)).toEqual([])
  })

  test.each(['fr', 'ms,', 'ms,ms', ',', 'ms, en', 'MS'])('no setting is: %p', value => {
    expect(parseLanguages(value)).toBeNull()
  })
})
