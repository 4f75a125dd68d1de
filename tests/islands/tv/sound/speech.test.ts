import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { formatSpokenCall, speakCall } from '../../../../islands/sound/speech.ts'
import { flushPromises, replaceGlobals } from '../../../support/fakes/browser-globals.ts'
import { aCall, aPlace } from '../../../support/samples.ts'

const CALL = aCall({ name: 'ALI BIN ABU' })

type FakeUtterance = {
  text: string
  lang: string
  voice: Voice
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

type Voice = Partial<SpeechSynthesisVoice>

const setVoices = (...languages: string[]) => setListedVoices(languages.map(lang => ({ lang })))

function setListedVoices(voices: Voice[]) {
  const speechSynthesis = {
    getVoices: () => voices,
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

const local = (name: string, lang: string): Voice => ({ name, lang, localService: true })
const remote = (name: string, lang: string): Voice => ({ name, lang, localService: false })
const byDefault = (voice: Voice): Voice => ({ ...voice, default: true })

const MAC = [
  local('Albert', 'en-US'),
  local('Bad News', 'en-US'),
  local('Eddy (English (US))', 'en-US'),
  local('Daniel', 'en-GB'),
  byDefault(local('Samantha', 'en-US')),
  local('Grandma (Chinese (China mainland))', 'zh-CN'),
  local('Sinji', 'zh-HK'),
  local('Meijia', 'zh-TW'),
  local('Tingting', 'zh-CN'),
]

test.each<[string, string, Voice[], string | undefined]>([
  ['the default voice of the platform', 'en', MAC, 'Samantha'],
  ['the voice of the region that is set', 'en-GB', MAC, 'Daniel'],
  ['Mandarin, unless Cantonese is set', 'zh', MAC, 'Tingting'],
  ['Cantonese if it is set', 'zh-HK', MAC, 'Sinji'],
  [
    'Mandarin of another region, although Cantonese is the default',
    'zh',
    [byDefault(local('Sinji', 'zh-HK')), remote('Google 國語', 'zh_TW_#Hant')],
    'Google 國語',
  ],
  [
    'a voice that needs no internet',
    'en',
    [remote('Google US English', 'en-US'), local('Microsoft Mark', 'en-US')],
    'Microsoft Mark',
  ],
  [
    'the first of equal voices',
    'ms',
    [remote('One', 'ms-MY'), remote('Two', 'ms-MY'), remote('Three', 'ms-MY')],
    'One',
  ],
  [
    'no novelty voice whose name is translated',
    'en',
    [
      { ...local('Glocken', 'en-US'), voiceURI: 'com.apple.speech.synthesis.voice.Bells' },
      { ...local('Oma', 'en-US'), voiceURI: 'com.apple.eloquence.en-US.Grandma' },
      local('English (America)+whisper', 'en-US'),
      remote('Flora', 'en-IN'),
    ],
    'Flora',
  ],
  [
    'nothing by a novelty voice',
    'en',
    [local('Zarvox', 'en-US'), local('Whisper', 'en-US')],
    undefined,
  ],
])('a call is spoken by %s', async (_, language, voices, name) => {
  setListedVoices(voices)
  void speakCall(CALL, language, 70)
  await flushPromises()
  expect(spoken.map(({ voice }) => voice.name)[0]).toBe(name)
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

const ALI = { name: 'ALI BIN ABU', label: '007', room: aPlace() }
const NAMELESS = { name: null, label: '007', room: aPlace() }

test.each([
  ['en', 'Ali Bin Abu, please go to Room 1.', 'Number 7, please go to Room 1.'],
  ['ms', 'Ali Bin Abu, sila ke Room 1.', 'Nombor 7, sila ke Room 1.'],
  ['zh', '请 Ali Bin Abu 到 Room 1。', '请 号码 7 到 Room 1。'],
  ['ta', 'Ali Bin Abu, Room 1 செல்லவும்.', 'எண் 7, Room 1 செல்லவும்.'],
])('in %s a name and a number are called', (language, named, nameless) => {
  expect(formatSpokenCall(ALI, language)).toBe(named)
  expect(formatSpokenCall(NAMELESS, language)).toBe(nameless)
})

test.each([
  ['000', 'Number 0'],
  ['040', 'Number 40'],
  ['1203', 'Number 1203'],
  ['B007', 'Number B 7'],
  ['B040', 'Number B 40'],
  ['Z1203', 'Number Z 1203'],
])('the number %s is said without its zeros, a letter before it apart', (label, spoken) => {
  const call = { ...NAMELESS, label }
  expect(formatSpokenCall(call, 'en')).toBe(`${spoken}, please go to Room 1.`)
})

test.each([
  ['MS', 'Ali Bin Abu, sila ke Room 1.'],
  ['ms-BN', 'Ali Bin Abu, sila ke Room 1.'],
  ['fr', 'Ali Bin Abu, please go to Room 1.'],
  ['constructor', 'Ali Bin Abu, please go to Room 1.'],
])('%j is read generously, an unknown language as English', (language, sentence) => {
  expect(formatSpokenCall(ALI, language)).toBe(sentence)
})

test.each([
  ["O'BRIEN", "O'brien"],
  ['A. RAHMAN', 'A. Rahman'],
  ['Ali bin Abu', 'Ali bin Abu'],
  ['முருகன்', 'முருகன்'],
  ['ÉLODIE', 'Élodie'],
])('words in capitals are not spelled out, nor those of a room: %s', (name, spoken) => {
  const call = { name, label: '007', room: aPlace('DISPENSARY') }
  expect(formatSpokenCall(call, 'en')).toBe(`${spoken}, please go to Dispensary.`)
})
