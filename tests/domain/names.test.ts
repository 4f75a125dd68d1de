import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { cleanName, cutText, splitGraphemes } from '#domain/text'

describe('a name', () => {
  test.each([
    ['  Siti   Aminah ', 'Siti Aminah'],
    ['Siti\nAminah\t', 'Siti Aminah'],
    ['A\u0000L\u001bI', 'ALI'],
    ['Al\u200bi', 'Ali'],
    ['\u202eila\u202c', 'ila'],
    ['\u2066Ali\u2069\u200f', 'Ali'],
    ['\u200b \u2060\u200d', ''],
    ['\u200dAli\u200c', 'Ali'],
    ['Ali \u200d Baba', 'Ali Baba'],
    ['A\u200d\u200dli', 'Ali'],
    ['7\u200d8', '78'],
    ['Ali\u200d\u3164', 'Ali'],
    ['Ali\udb40\u200b\udc41', 'Ali'],
    // Blank, filler, joining, selecting and private characters, alone and beside letters.
    ...['2800', '115f', 'ffa0', '034f', '17b4', 'fe0f', 'e0100', 'e000', '0378'].flatMap(
      (hex): [string, string][] => {
        const character = String.fromCodePoint(Number.parseInt(hex, 16))
        return [
          [character, ''],
          [`A${character}li`, 'Ali'],
        ]
      },
    ),
    // A lone combining mark, and signs without a letter.
    ['\u0301', ''],
    ['- . !', ''],
  ])('%j is kept as %j', (text, name) => {
    expect(cleanName(text)).toBe(name)
  })

  test.each([
    ['Persian, with a non-joiner between letters', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647'],
    ['Sinhala, with a joiner after a vowel sign', '\u0dc1\u0dca\u200d\u0dbb\u0dd3'],
    ['letters beyond 16 bits', '\u{10400}\u200d\u{10401}'],
    ['Tamil', '\u0b95\u0bbf\u0bb0\u0bc1\u0bb7\u0bcd\u0ba3\u0ba9\u0bcd'],
  ])('in %s is kept as it is', (_, name) => {
    expect(cleanName(name)).toBe(name)
  })

  test('that was cleaned stays as it is', () => {
    const piece = fc.constantFrom(...'a \u200d\u200c\u200b\u0000\u3164\u0bbf')
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: piece }))
    fc.assert(fc.property(text, input => cleanName(cleanName(input)) === cleanName(input)))
  })
})

afterEach(() => {
  spyOn(Intl.Segmenter.prototype, 'segment').mockRestore()
})

const UNITS = ['a', 'ü', 'e\u0301\u0302', 'கௌ', '👨‍👩‍👧', '\ud83d', '😀', '\u0301']

test('a cut text is the longest start of whole characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...UNITS) }), fc.nat(12), (text, max) => {
      const characters = splitGraphemes(text).slice(0, max)
      let count = characters.length
      while ([...characters.slice(0, count).join('')].length > max * 4) count -= 1
      expect(cutText(text, max)).toBe(characters.slice(0, count).join(''))
    }),
  )
})

test.each(UNITS)('of a megabyte of %j only the start is split', unit => {
  const segment = spyOn(Intl.Segmenter.prototype, 'segment')
  cutText(unit.repeat(1_000_000 / unit.length), 25)
  for (const [text] of segment.mock.calls) expect(text.length).toBeLessThanOrEqual(202)
})
