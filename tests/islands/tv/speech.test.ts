import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { speakCall } from '../../../islands/tv/sound/speech.ts'
import { settle, standIn } from '../../support/stand-ins.ts'

const CALL = {
  sequence: 4,
  patientId: 4,
  name: 'ALI BIN ABU',
  number: 4,
  room: 'Room 1',
  calledAt: '2026-11-20T02:00:00.000Z',
}

type Speech = { text: string; lang: string; volume: number; onend: () => void; onerror: () => void }

let spoken: Speech[]
let takeAway: () => void

class Utterance {
  onend = () => {}
  onerror = () => {}
  volume = 1
  constructor(readonly text: string) {}
}

beforeEach(() => {
  jest.useFakeTimers()
  spoken = []
  takeAway = () => {}
})
afterEach(() => {
  takeAway()
  jest.useRealTimers()
})

/** A browser with voices for these languages. */
function voices(...languages: string[]) {
  const speechSynthesis = {
    getVoices: () => languages.map(lang => ({ lang })),
    cancel() {},
    speak: (speech: Speech) => void spoken.push(speech),
  }
  takeAway = standIn({
    window: { speechSynthesis },
    speechSynthesis,
    SpeechSynthesisUtterance: Utterance,
  })
}

test('a call is spoken to its end, as loud as the clinic chose', async () => {
  voices('de-DE', 'en-GB')
  let isOver = false
  void speakCall(CALL, 'en', 40).then(() => (isOver = true))
  await settle()
  expect(spoken).toMatchObject([
    { text: 'Ali Bin Abu, please go to Room 1.', lang: 'en-GB', volume: 0.4 },
  ])
  expect(isOver).toBe(false)
  spoken[0]?.onend()
  await settle()
  expect([isOver, jest.getTimerCount()]).toEqual([true, 0])
})

test.each([
  ['ms', ['en-US', 'id-ID', 'ms-MY'], 'ms-MY'],
  ['ms', ['en-US', 'id_ID'], 'id_ID'],
  ['ms-MY', ['id-ID'], 'id-ID'],
  ['zh', ['en-US', 'zh-CN'], 'zh-CN'],
])('%s with the voices %p is spoken by %s', async (language, languages, by) => {
  voices(...languages)
  void speakCall(CALL, language, 70)
  await settle()
  expect(spoken).toMatchObject([{ lang: by }])
})

test.each([
  ['there is no voice at all', 'en', []],
  ['no voice knows the language', 'ta', ['en-US', 'ms-MY']],
])('it is silent at once when %s', async (_, language, languages) => {
  voices(...languages)
  await speakCall(CALL, language, 70)
  expect([spoken, jest.getTimerCount()]).toEqual([[], 0])
})

test('it is silent at once on a TV that cannot speak', async () => {
  takeAway = standIn({ window: {} })
  await speakCall(CALL, 'en', 70)
  expect(jest.getTimerCount()).toBe(0)
})

test.each(['fails', 'never ends'])('a voice that %s holds up nothing', async how => {
  voices('en-US')
  let isOver = false
  void speakCall(CALL, 'en', 70).then(() => (isOver = true))
  await settle()
  if (how === 'fails') spoken[0]?.onerror()
  else jest.advanceTimersByTime(12_000)
  await settle()
  expect([isOver, jest.getTimerCount()]).toEqual([true, 0])
})
