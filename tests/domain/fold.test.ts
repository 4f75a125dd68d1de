import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { fold, isFoldedAlike } from '#domain/fold'

describe('texts that are one to a person are compared as one', () => {
  test.each([
    ['case', 'ZÜRİCH', 'zürich'],
    ['normal forms', 'Bilik \u00c9', 'Bilik E\u0301'],
    ['a mark that nobody types', 'Jose', 'JOSÉ'],
    ['several marks in any order', 'a\u0323\u0302', 'ậ'],
    ['Vietnamese', 'Nguyễn Thị Đào', 'NGUYEN THI DAO'],
    ['letters with a stroke', 'Łukasz Søren Þór', 'lukasz soren thor'],
    ['ligatures of letters', 'Æsir œuvre', 'AESIR OEUVRE'],
    ['a sharp s', 'Groß', 'GROSS'],
    ['an i without its dot', 'ışık', 'IŞIK'],
    ['a final sigma', 'ΟΔΥΣΣΕΥΣ', 'οδυσσεύς'],
    ['a subscript iota', 'ᾳ', 'ΑΙ'],
    ['ё', 'Алёна', 'АЛЕНА'],
    ['full width', 'Ｒｏｏｍ　７', 'room 7'],
    ['Arabic-Indic digits', 'غرفة ٤٢', 'غرفة 42'],
    ['Arabic vowel points and a stretching line', 'مُحَمَّـــد', 'محمد'],
    ['hamzas of an alef', 'أحمد إيمان آمنة', 'احمد ايمان امنة'],
    ['letters of a Persian keyboard', 'علی کریم', 'علي كريم'],
    ['Hebrew points', 'שָׁלוֹם', 'שלום'],
    ['Hangul in jamo', '김', '\u1100\u1175\u11b7'],
    ['apostrophes', 'O\u2019Neill', "O'NEILL"],
    ['an okina and an acute', '\u02bbAin D\u00b4Cruz', "'ain d'cruz"],
    ['double quotes', 'Bilik \u201cA\u201d', 'bilik «a»'],
    ['dashes', 'X\u2011ray \u2013 1 \u2014 2 \u2212 3', 'x-ray - 1 - 2 - 3'],
    ['spaces', ' Dr\u00a0Lim\u3000 \u2009A\t\nB ', 'dr lim a b'],
    ['invisible characters', 'L\u200ba\ufeffb\u00ad\u2060 \u20281', 'lab 1'],
    ['a joiner between letters', 'می\u200cخواه', 'میخواه'],
  ])('%s: %j and %j', (_, one, other) => {
    expect(fold(other)).toBe(fold(one))
    expect(isFoldedAlike(one, other)).toBe(true)
  })
})

describe('other words stay others', () => {
  test.each([
    ['a Tamil vowel sign', 'க', 'கி'],
    ['a Tamil virama', 'கல', 'கல்'],
    ['a Devanagari vowel sign', 'कम', 'काम'],
    ['a Thai vowel above', 'กน', 'กิน'],
    ['dakuten', 'か', 'が'],
    ['another Cyrillic letter', 'и', 'й'],
    ['the hamza of another letter', 'سول', 'سؤل'],
    ['another script', 'A', 'А'],
    ['a dash', 'Room 1-2', 'Room 12'],
    ['words apart', 'Dr Lim', 'DrLim'],
  ])('%s: %j and %j', (_, one, other) => {
    expect(isFoldedAlike(one, other)).toBe(false)
  })
})

test('the digits of every script are read', () => {
  for (const numberingSystem of Intl.supportedValuesOf('numberingSystem')) {
    const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false })
    const digits = format.format(9876543210)
    if (/^\p{Nd}{10}$/u.test(digits))
      expect([numberingSystem, fold(digits)]).toEqual([numberingSystem, '9876543210'])
  }
})

const TEXT = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'aßıİΣς´`ŉᾳé\u0301\u0345 \u00a0٣x\u200d\u0306\u0418ﷺĳ½') }),
)

test('what was folded stays as it is', () => {
  fc.assert(
    fc.property(TEXT, text => expect(fold(fold(text))).toBe(fold(text))),
    { numRuns: 5_000 },
  )
})

test('neither normal form nor space around it makes a difference', () => {
  fc.assert(
    fc.property(TEXT, text => {
      const forms = [text.normalize('NFC'), text.normalize('NFD'), `\u3000${text} `]
      for (const form of forms) expect(fold(form)).toBe(fold(text))
    }),
    { numRuns: 2_000 },
  )
})

test('every single character is folded once and for all, in both cases alike', () => {
  const wrong: string[] = []
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const char = String.fromCodePoint(code)
    if (/[\p{Cn}\p{Co}\p{Unified_Ideograph}]/u.test(char)) continue
    const folded = fold(char)
    const others = [folded, char.toUpperCase(), char.toLowerCase(), char.normalize('NFD')]
    if (others.some(other => fold(other) !== folded)) wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
})
