import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { speakCall } from '../../../../islands/sound/speech.ts'
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
  ['the TV has no speech', 'en', null],
  ['there is no voice at all', 'en', []],
  ['no voice speaks the language', 'ta', ['en-US', 'ms-MY']],
])('it resolves at once when %s', async (_, language, languages) => {
  if (languages) setVoices(...languages)
  else restoreGlobals = replaceGlobals({ window: {} })
  expect(await speakCall(CALL, language, 70)).toBe(false)
  expect([spoken, jest.getTimerCount()]).toEqual([[], 0])
})

test.each<[string, () => unknown, boolean]>([
  ['ends', () => spoken[0]?.onend({ type: 'end' }), true],
  // As a voice of the internet does without it.
  ['fails', () => spoken[0]?.onerror({ type: 'error' }), false],
  ['never ends', () => jest.advanceTimersByTime(12_000), false],
])(
  'a voice that %s blocks nothing, and it is known whether it spoke',
  async (_, finish, result) => {
    setVoices('de-DE', 'en-GB')
    const results: boolean[] = []
    void speakCall(CALL, 'en', 40).then(isSpoken => void results.push(isSpoken))
    await flushPromises()
    const text = 'Ali Bin Abu, please go to Room 1.'
    expect([spoken, results]).toMatchObject([[{ text, lang: 'en-GB', volume: 0.4 }], []])
    finish()
    await flushPromises()
    expect([results, jest.getTimerCount()]).toEqual([[result], 0])
  },
)
