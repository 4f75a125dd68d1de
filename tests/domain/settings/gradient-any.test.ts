import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { DIRECTIONS, formatGradient, type Gradient, parseGradient } from '#domain/settings/gradient'

const color = fc.nat(0xffffff).map(value => `#${value.toString(16).padStart(6, '0')}`)
const stop = fc.record({ color, position: fc.nat(100) })
const gradient: fc.Arbitrary<Gradient> = fc.record({
  direction: fc.constantFrom(...DIRECTIONS),
  stops: fc.array(stop, { minLength: 2, maxLength: 10 }),
})

test('every gradient of the picker is parsed as it was formatted', () => {
  fc.assert(
    fc.property(gradient, made => {
      expect(parseGradient(formatGradient(made))).toEqual(made)
    }),
    { numRuns: 1_000 },
  )
})

/** Gradients with a foreign word inserted, and random words. */
const WORDS = ['url(', ';', '}', '{', '<', '"', "'", '/*', '\\', 'var(', '\n', ')', ',', '%', '0']
const disturbed = fc
  .tuple(gradient, fc.nat(200), fc.oneof(fc.constantFrom(...WORDS), fc.string()))
  .map(([made, at, word]) => {
    const css = formatGradient(made)
    return css.slice(0, at) + word + css.slice(at)
  })
const thrown = fc
  .array(fc.constantFrom(...WORDS, 'linear-gradient(', '90deg', '#ffffff 0%'))
  .map(words => words.join(''))

test('accepted text is nothing but a gradient', () => {
  fc.assert(
    fc.property(fc.oneof(disturbed, thrown, fc.string()), css => {
      const read = parseGradient(css)
      if (read === null) return
      expect(css).not.toMatch(/url\(|[;{}<>"'\\/]/i)
      expect(parseGradient(formatGradient(read))).toEqual(read)
    }),
    { numRuns: 5_000 },
  )
})
