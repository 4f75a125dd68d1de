import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { speakCall } from '../../../../islands/tv/sound/speech.ts'
import { flushPromises, replaceGlobals } from '../../../support/fakes/browser-globals.ts'
import { aCall } from '../../../support/samples.ts'

const CALL = aCall({ name: 'ALI BIN ABU' })

type FakeUtterance = {
  text: string
  lang: string
  volume: number
  onend: (event: { type: string }) => void
  onerror: (event: { type: string }) => void
}

let spoken: FakeUtterance[]
let restoreGlobals: () => void

class Utterance {
  onend = () => {}
  onerror = () => {}
  volume = 1
  constructor(readonly text: string) {}
}

beforeEach(() => {
  jest.useFakeTimers()
  spoken = []
  restoreGlobals = () => {}
})
afterEach(() => {
  restoreGlobals()
  jest.useRealTimers()
})

function setVoices(...languages: string[]) {
  const speechSynthesis = {
    getVoices: () => languages.map(lang => ({ lang })),
    cancel() {},
    speak: (utterance: FakeUtterance) => void spoken.push(utterance),
  }
  restoreGlobals = replaceGlobals({
    window: { speechSynthesis },
    speechSynthesis,
    SpeechSynthesisUtterance: Utterance,
  })
}

test('a call is spoken to its end at the chosen volume', async () => {
  setVoices('de-DE', 'en-GB')
  let isDone = false
  void speakCall(CALL, 'en', 40).then(() => (isDone = true))
  await flushPromises()
  expect(spoken).toMatchObject([
    { text: 'Ali Bin Abu, please go to Room 1.', lang: 'en-GB', volume: 0.4 },
  ])
  expect(isDone).toBe(false)
  spoken[0]?.onend({ type: 'end' })
  await flushPromises()
  expect([isDone, jest.getTimerCount()]).toEqual([true, 0])
})

test.each([
  ['ms', ['en-US', 'id-ID', 'ms-MY'], 'ms-MY'],
  ['ms', ['en-US', 'id_ID'], 'id_ID'],
  ['ms-MY', ['id-ID'], 'id-ID'],
  ['zh', ['en-US', 'zh-CN'], 'zh-CN'],
])('%s with the voices %p is spoken by %s', async (language, languages, voice) => {
  setVoices(...languages)
  void speakCall(CALL, language, 70)
  await flushPromises()
  expect(spoken).toMatchObject([{ lang: voice }])
})

test.each([
  ['there is no voice at all', 'en', []],
  ['no voice speaks the language', 'ta', ['en-US', 'ms-MY']],
])('it resolves at once when %s', async (_, language, languages) => {
  setVoices(...languages)
  await speakCall(CALL, language, 70)
  expect([spoken, jest.getTimerCount()]).toEqual([[], 0])
})

test('it resolves at once on a TV without speech', async () => {
  restoreGlobals = replaceGlobals({ window: {} })
  await speakCall(CALL, 'en', 70)
  expect(jest.getTimerCount()).toBe(0)
})

test.each(['fails', 'never ends'])('a voice that %s blocks nothing', async how => {
  setVoices('en-US')
  let isDone = false
  void speakCall(CALL, 'en', 70).then(() => (isDone = true))
  await flushPromises()
  if (how === 'fails') spoken[0]?.onerror({ type: 'error' })
  else jest.advanceTimersByTime(12_000)
  await flushPromises()
  expect([isDone, jest.getTimerCount()]).toEqual([true, 0])
})

test('it tells whether the call was spoken: a voice of the internet fails without it', async () => {
  setVoices('en-GB')
  const spoke = speakCall(CALL, 'en', 70)
  spoken[0]?.onend({ type: 'end' })
  expect(await spoke).toBe(true)
  const failed = speakCall(CALL, 'en', 70)
  spoken[1]?.onerror({ type: 'error' })
  expect(await failed).toBe(false)
  expect(await speakCall(CALL, 'ta', 70)).toBe(false)
})
