import { expect, test } from 'bun:test'
import { getPrayerName, PRAYER_KEYS, PRAYER_METHODS } from '#domain/display/prayer-times'
import { parseTvLanguages } from '#domain/display/words/languages'
import {
  getQueueTexts,
  getTvWords,
  translate,
  translateWeather,
  WEATHER_WORDS,
} from '#domain/display/words/translate'
import { getConditions } from '../../../server/integrations/weather.ts'

test('the words are English: a TV in English has no catalogue', () => {
  expect(getTvWords(['en'])).toEqual({})
  expect(translate({}, 'CALLING')).toBe('CALLING')
})

test.each(['ms', 'zh', 'ta'] as const)('%s fills in what English does', language => {
  for (const [word, text] of Object.entries(getTvWords([language]))) {
    expect(text).not.toBe('')
    expect(text.match(/\{\w+\}/g)?.toSorted()).toEqual(word.match(/\{\w+\}/g)?.toSorted())
  }
})

test('of two languages the short words stand side by side, in the order that was chosen', () => {
  const words = getTvWords(['ms', 'en'])
  expect([translate(words, 'NAME'), translate(words, 'MONDAY')]).toEqual(['NAMA · NAME', 'ISNIN'])
  expect(translate(getTvWords(['en', 'zh']), 'ROOM')).toBe('ROOM · 诊室')
  expect(translate(getTvWords(['en', 'zh']), 'MONDAY')).toBe('MONDAY')
})

test('of two languages the welcome has a line each', () => {
  expect(getTvWords(['ms', 'en'])['Welcome, please take a seat']).toBe(
    'Selamat datang, sila duduk\nWelcome, please take a seat',
  )
})

test('all weather of the service is known in every language', () => {
  const codes = Array.from({ length: 100 }, (_, code) => code)
  const descriptions = codes.flatMap(code => getConditions(code, true)?.description ?? [])
  expect(new Set(descriptions)).toEqual(new Set(Object.keys(WEATHER_WORDS)))
  for (const translations of Object.values(WEATHER_WORDS))
    expect(translations.filter(text => text.trim() === '')).toEqual([])
  expect(translateWeather('Heavy rain', 'ms')).toBe('Hujan lebat')
  expect(translateWeather('Heavy rain', 'en')).toBe('Heavy rain')
  expect(translateWeather('Heavy rain', 'zh')).toBe('大雨')
})

test("a TV's line is said in the first language", () => {
  const state = { waitingCount: 3, range: { low: 20, high: 35 }, missed: ['004'] }
  expect(getQueueTexts(state, getTvWords(['ms', 'en']))).toEqual([
    'Menunggu: 3',
    'Kini kira-kira 20-35 min',
    'Terlepas: 004 - sila maklumkan di kaunter',
  ])
})

test.each([
  ['ta,en', ['ta', 'en']],
  ['', null],
  ['en,en', null],
  ['en,ms,zh', null],
  ['fr', null],
])('reads the setting %j', (value, languages) => {
  expect(parseTvLanguages(value)).toEqual(languages as never)
})

const MALAY = ['Subuh', 'Zohor', 'Asar', 'Maghrib', 'Isyak']
const ENGLISH = ['Fajr', 'Dhuhr', 'Asr', 'Maghrib', 'Isha']

test.each([...PRAYER_METHODS])('the prayers have the local names of %s', method => {
  const names = PRAYER_KEYS.map(key => getPrayerName(key, method))
  expect(names).toEqual(['JAKIM', 'Singapore'].includes(method) ? MALAY : ENGLISH)
})
