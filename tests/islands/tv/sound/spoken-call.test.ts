import { describe, expect, test } from 'bun:test'
import { SPEECH_LANGUAGES } from '../../../../islands/tv/sound/speech-languages.ts'
import { formatSpokenCall } from '../../../../islands/tv/sound/spoken-call.ts'

const ALI = { name: 'ALI BIN ABU', number: 7, room: 'Room 1' }
const NAMELESS = { name: 'No. 007', number: 7, room: 'Room 1' }

test.each([
  ['en', 'Ali Bin Abu, please go to Room 1.', 'Number 7, please go to Room 1.'],
  ['ms', 'Ali Bin Abu, sila ke Room 1.', 'Nombor 7, sila ke Room 1.'],
  ['zh', '请 Ali Bin Abu 到 Room 1。', '请 号码 7 到 Room 1。'],
  ['ta', 'Ali Bin Abu, Room 1 செல்லவும்.', 'எண் 7, Room 1 செல்லவும்.'],
])('in %s a name and a number are called', (language, named, nameless) => {
  expect(formatSpokenCall(ALI, language)).toBe(named)
  expect(formatSpokenCall(NAMELESS, language)).toBe(nameless)
})

test('every offered language has its own sentence', () => {
  const sentences = Object.keys(SPEECH_LANGUAGES).map(language =>
    formatSpokenCall(NAMELESS, language),
  )
  expect(new Set(sentences).size).toBe(Object.keys(SPEECH_LANGUAGES).length)
})

test.each(['ms-MY', 'MS', 'ms-BN'])('%s is Malay', language => {
  expect(formatSpokenCall(ALI, language)).toBe('Ali Bin Abu, sila ke Room 1.')
})

test.each(['fr', '', 'xx-YY', '__proto__', 'constructor'])(
  'an unknown language falls back to English: %j',
  language => {
    expect(formatSpokenCall(ALI, language)).toBe('Ali Bin Abu, please go to Room 1.')
    expect(formatSpokenCall(NAMELESS, language)).toBe('Number 7, please go to Room 1.')
  },
)

describe('words', () => {
  const spoken = (name: string, room = 'Room 1') =>
    formatSpokenCall({ name, number: 7, room }, 'en')

  test.each([
    ['SITI NURHALIZA', 'Siti Nurhaliza'],
    ["O'BRIEN", "O'brien"],
    ['A. RAHMAN', 'A. Rahman'],
    ['Ali bin Abu', 'Ali bin Abu'],
    ['王小明', '王小明'],
    ['முருகன்', 'முருகன்'],
    ['ÉLODIE', 'Élodie'],
    ['No. 008', 'No. 008'],
  ])('in capitals are not spelled out: %s', (name, expected) => {
    expect(spoken(name)).toBe(`${expected}, please go to Room 1.`)
  })

  test("in a room's name are not spelled out either", () => {
    expect(spoken('ALI', 'DISPENSARY')).toBe('Ali, please go to Dispensary.')
  })
})
