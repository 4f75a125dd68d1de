import { afterEach, expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { cutText, splitGraphemes } from '#domain/text'

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
