import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  DIRECTIONS,
  formatGradient,
  type Gradient,
  parseGradient,
  type Stop,
  withNewStop,
} from '#domain/settings/gradient'

const at = (...positions: number[]): Stop[] =>
  positions.map(position => ({ color: '#ffffff', position }))
const css = (stops: number) =>
  `linear-gradient(90deg, ${Array(stops).fill('#ffffff 50%').join(', ')})`

describe('a gradient', () => {
  test('typed in upper case and with other spaces is the same one', () => {
    const typed = ' LINEAR-GRADIENT( 0deg,#FFFFFF 5%,   #FFFFFF  95% )'
    expect(parseGradient(typed)).toEqual({ direction: 0, stops: at(5, 95) })
  })

  test('has two to ten colors', () => {
    const read = [0, 1, 2, 10, 11].map(count => parseGradient(css(count))?.stops.length ?? null)
    expect(read).toEqual([null, null, 2, 10, null])
  })
})

const TWO = '#ffffff 0%, #000000 100%'

test.each([
  '',
  `linear-gradient(045deg, ${TWO})`,
  'linear-gradient(45deg, #ffffff\u00a00%, #ffffff 100%)',
  `radial-gradient(90deg, ${TWO})`,
  `linear-gradient(46deg, ${TWO})`,
  `linear-gradient(90deg, ${TWO}, )`,
  `linear-gradient(90deg, ${TWO}); color: red`,
  'linear-gradient(90deg, #ffffff 0%, #000000 101%)',
  'linear-gradient(90deg, #ffffff 0.5%, #000000 100%)',
  'linear-gradient(90deg, #ffffff80 0%, #000000 100%)',
])('%j is not a gradient of the picker', text => {
  expect(parseGradient(text)).toBeNull()
})

test.each([
  ['at 50 where there is none', [], 50],
  ['a step behind the last', [0, 60], 80],
  ['behind the highest, wherever it stands in the list', [70, 10], 90],
  ['at 100 at most', [0, 81], 100],
])('Add Color puts a blue stop %s', (_, positions, position) => {
  const stops = at(...positions)
  expect(withNewStop(stops)).toEqual([...stops, { color: '#3b82f6', position }])
})

const color = fc.nat(0xffffff).map(value => `#${value.toString(16).padStart(6, '0')}`)
const stop = fc.record({ color, position: fc.nat(100) })
const gradient: fc.Arbitrary<Gradient> = fc.record({
  direction: fc.constantFrom(...DIRECTIONS),
  stops: fc.array(stop, { minLength: 2, maxLength: 10 }),
})

test('every gradient of the picker is parsed as it was formatted', () => {
  expect(formatGradient({ direction: 135, stops: at(0, 100) })).toBe(
    'linear-gradient(135deg, #ffffff 0%, #ffffff 100%)',
  )
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
