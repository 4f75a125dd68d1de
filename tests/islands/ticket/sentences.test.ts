import { describe, expect, test } from 'bun:test'
import { chooseLanguage, LANGUAGE_CODES, LANGUAGES } from '#domain/tickets/languages'
import { TICKET_STATES, type TicketView } from '#domain/tickets/ticket-view'
import { describeTicket } from '../../../islands/ticket/describe-ticket.ts'

const en = LANGUAGES.en.sentences
const placesOf = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(String).sort()

const VIEW: TicketView = {
  number: 7,
  label: '007',
  day: '2026-11-20',
  state: 'waiting',
  ahead: 4,
  at: '2026-11-20T02:42:00.000Z',
  range: { low: 20, high: 35 },
  room: 'Room 3',
  lastCalled: { number: 3, label: '003', day: '2026-11-20', room: 'Room 2' },
}

function describeInEnglish(change: Partial<TicketView> = {}) {
  return describeTicket({ ...VIEW, ...change }, '2026-11-20T02:50:07.000Z', {
    sentences: en,
    toDay: at => at.slice(0, 10),
    toMinute: at => at.slice(11, 16),
    toSecond: at => at.slice(11, 19),
  })
}

describe.each(LANGUAGE_CODES)('in %s', code => {
  const { sentences } = LANGUAGES[code]

  test('every sentence is filled in with the same values as in English', () => {
    for (const [key, sentence] of Object.entries(en)) {
      const translated = sentences[key as keyof typeof en]
      expect([key, placesOf(translated)]).toEqual([key, placesOf(sentence)])
    }
  })
  test.each([...TICKET_STATES])('a ticket that is %s leaves no gap', state => {
    for (const ahead of [0, 1, 4]) {
      const toMinute = () => '10:42'
      const view = { ...VIEW, state, ahead }
      const texts = describeTicket(view, VIEW.at ?? '', {
        sentences,
        toDay: at => at.slice(0, 10),
        toMinute,
        toSecond: toMinute,
      })
      expect(Object.values(texts).join()).not.toMatch(/[{}]|undefined|null/)
      expect(texts.headline).not.toBe('')
    }
  })
})

test('a number of the day before shows its day, on the own ticket and where it was called', () => {
  const yesterday = '2026-11-19'
  const lastCalled = { number: 7, label: '007', day: '2026-11-20', room: 'Room 2' }
  expect(describeInEnglish({ day: yesterday, lastCalled })).toMatchObject({
    number: '007',
    day: '19 Nov',
    lastCalled: '007 · Room 2',
  })
  expect(describeInEnglish({ lastCalled: { ...lastCalled, day: yesterday } })).toMatchObject({
    day: '',
    lastCalled: '007 · 19 Nov · Room 2',
  })
})

test('the page tells how many are before, and how long it may take', () => {
  expect(describeInEnglish()).toEqual({
    clock: '02:50',
    number: '007',
    day: '',
    label: 'Number 007',
    room: 'Room 3',
    headline: '4 people before you',
    detail: 'about 20 to 35 minutes',
    lastCalled: '003 · Room 2',
    asOf: 'As of 02:50:07',
  })
  expect(describeInEnglish({ ahead: 1, range: { low: 0, high: 15 } })).toMatchObject({
    headline: '1 person before you',
    detail: 'within 15 minutes',
  })
  expect(describeInEnglish({ range: { low: 0, high: 5 } }).detail).toBe('soon')
  expect(describeInEnglish({ range: null }).detail).toBe('')
  const medicine = describeInEnglish({ state: 'dispensary', ahead: 2 })
  expect(medicine.headline).toBe('Medicine counter: 2 people before you')
})

test.each([
  [undefined, 'ms-MY,en;q=0.8', 'ms'],
  [undefined, 'fr, ta;q=0.4, zh-Hans-CN;q=0.9', 'zh'],
  [undefined, '', 'en'],
  [undefined, 'de,*;q=0.1', 'en'],
  ['ta', 'ms', 'ta'],
  ['xx', 'ms', 'ms'],
  ['constructor', 'zh', 'zh'],
])(
  'the language is the chosen one, the phone’s own, or English: %p, %p',
  (chosen, header, code) => {
    expect(chooseLanguage(chosen, header)).toBe(code as ReturnType<typeof chooseLanguage>)
  },
)
