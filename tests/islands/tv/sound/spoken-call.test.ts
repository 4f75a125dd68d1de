import { expect, test } from 'bun:test'
import { formatSpokenCall } from '../../../../islands/sound/speech.ts'
import { aPlace } from '../../../support/samples.ts'

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
