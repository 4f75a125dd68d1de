import { describe, expect, test } from 'bun:test'
import {
  DIRECTIONS,
  formatGradient,
  parseGradient,
  type Stop,
  withNewStop,
} from '#domain/settings/gradient'

const BLUE = '#3b82f6'
const at = (...positions: number[]): Stop[] =>
  positions.map(position => ({ color: '#ffffff', position }))
const css = (stops: number) =>
  `linear-gradient(90deg, ${Array(stops).fill('#ffffff 50%').join(', ')})`

describe('a gradient', () => {
  test('is written as CSS', () => {
    const stops = [
      { color: '#fbbf24', position: 0 },
      { color: '#f59e0b', position: 100 },
    ]
    const written = 'linear-gradient(135deg, #fbbf24 0%, #f59e0b 100%)'
    expect(formatGradient({ direction: 135, stops })).toBe(written)
    expect(parseGradient(written)).toEqual({ direction: 135, stops })
  })

  test('typed in upper case and with other spaces is the same one', () => {
    const typed = ' LINEAR-GRADIENT( 0deg,#FFFFFF 5%,   #FFFFFF  95% )'
    expect(parseGradient(typed)).toEqual({ direction: 0, stops: at(5, 95) })
  })

  test.each([
    'linear-gradient(045deg, #ffffff 0%, #ffffff 100%)',
    'linear-gradient(45deg, #ffffff\u00a00%, #ffffff 100%)',
    'linear-gradient(45deg, #ffffff\n0%, #ffffff 100%)',
  ])('that the picker cannot make is rejected: %j', css => {
    expect(parseGradient(css)).toBeNull()
  })

  test.each(DIRECTIONS)('may point to %i degrees', direction => {
    const written = `linear-gradient(${direction}deg, #ffffff 0%, #ffffff 100%)`
    expect(parseGradient(written)).toEqual({ direction, stops: at(0, 100) })
  })

  test('has two to ten colors', () => {
    const read = [0, 1, 2, 10, 11].map(count => parseGradient(css(count))?.stops.length ?? null)
    expect(read).toEqual([null, null, 2, 10, null])
  })
})

const TWO = '#ffffff 0%, #000000 100%'

test.each([
  '',
  '#ffffff',
  'javascript:alert(1)',
  'url(https://example.org/x.png)',
  `radial-gradient(90deg, ${TWO})`,
  `linear-gradient(${TWO})`,
  `linear-gradient(to right, ${TWO})`,
  `linear-gradient(46deg, ${TWO})`,
  `linear-gradient(-45deg, ${TWO})`,
  `linear-gradient(0.5turn, ${TWO})`,
  `linear-gradient(0090deg, ${TWO})`,
  `linear-gradient(90deg, ${TWO}`,
  `linear-gradient(90deg, ${TWO}, )`,
  `linear-gradient(90deg, ${TWO}); color: red`,
  `linear-gradient(90deg, ${TWO}), url(https://example.org/x.png)`,
  `linear-gradient(90deg, url(x) 0%, ${TWO})`,
  `x linear-gradient(90deg, ${TWO})`,
  `linear-gradient(90deg, ${TWO})\n}`,
  'linear-gradient(90deg, #ffffff 0%, #000000 101%)',
  'linear-gradient(90deg, #ffffff 0%, #000000 0100%)',
  'linear-gradient(90deg, x#ffffff 0%, #000000 100%)',
  'linear-gradient(90deg, #ffffff -1%, #000000 100%)',
  'linear-gradient(90deg, #ffffff 0.5%, #000000 100%)',
  'linear-gradient(90deg, #ffffff, #000000)',
  'linear-gradient(90deg, #fff 0%, #000 100%)',
  'linear-gradient(90deg, #ffffff80 0%, #000000 100%)',
  'linear-gradient(90deg, red 0%, blue 100%)',
  'linear-gradient(90deg, var(--x) 0%, #000000 100%)',
])('%j is not a gradient of the picker', text => {
  expect(parseGradient(text)).toBeNull()
})

test.each([
  ['at 50 where there is none', [], 50],
  ['a step behind the last', [0, 60], 80],
  ['behind the highest, wherever it stands in the list', [70, 10], 90],
  ['at 100', [0, 80], 100],
  ['at 100 at most', [0, 81], 100],
])('Add Color puts a blue stop %s', (_, positions, position) => {
  const stops = at(...positions)
  expect(withNewStop(stops)).toEqual([...stops, { color: BLUE, position }])
})
