import { describe, expect, test } from 'bun:test'
import { judgeKey } from '../../../islands/ui/keyboard/keyboard.ts'

type Place = 'page' | 'search' | 'field' | 'patient-field' | 'select' | 'link' | 'tick' | 'button'
type Press = { name: string; place?: Place; isRepeat?: boolean; isCombined?: boolean }

let timeStamp = 0

/** The verdicts about keys that follow each other at this many ms, long after all others. */
function type(everyMs: number, ...presses: (string | Press)[]) {
  timeStamp += 1_000
  return presses.map((press, index) => {
    const own = typeof press === 'string' ? { name: press } : press
    const { name: key, place = 'page', isRepeat: repeat = false, isCombined: ctrlKey = false } = own
    if (index > 0) timeStamp += everyMs
    return judgeKey({ key, timeStamp, repeat, ctrlKey, altKey: false, metaKey: false }, place)
  })
}

const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))

test('a key alone waits to be a command; one that another precedes within 80 ms never is', () => {
  expect(type(0, 'n')).toEqual(['hold'])
  expect(type(5, 'n', 'Enter')).toEqual(['hold', 'search'])
  expect(type(5, 'F9', 'Enter')).toEqual(['hold', 'drop'])
  expect(type(80, 'n', 'c', 'u')).toEqual(['hold', 'hold', 'hold'])
  expect(type(79, 'n', 'c', 'u')).toEqual(['hold', 'search', 'search'])
})

test.each([1, 5, 25, 60])('at %d ms a key nothing after the first one is a command', everyMs => {
  for (const place of ['page', 'button', 'link', 'tick', 'select'] as const) {
    for (const first of [...PRINTABLE, 'Escape', 'Tab', 'Enter', 'F9']) {
      const keys = [first, 'M', 'n', '1', ' ', 'F8', 'Enter', 'Enter']
      const [, ...rest] = type(everyMs, ...keys.map(name => ({ name, place })))
      expect(new Set(rest).isSubsetOf(new Set(['drop', 'search']))).toBe(true)
    }
  }
})

test('Shift of a capital neither begins a burst nor hides one', () => {
  expect(type(5, 'Shift', '?')).toEqual(['pass', 'hold'])
  const verdicts = type(5, 'Shift', 'M', 'Shift', 'R', 'Enter')
  expect(verdicts).toEqual(['pass', 'hold', 'pass', 'search', 'search'])
})

test('a held key presses once, and holding it is no burst', () => {
  const held = { name: 'Enter', isRepeat: true, place: 'button' } as const
  expect(type(30, { ...held, isRepeat: false }, held, held)).toEqual(['hold', 'drop', 'drop'])
  const down = { name: 'ArrowDown', isRepeat: true } as const
  expect(type(30, down, down, 'Enter')).toEqual(['pass', 'pass', 'pass'])
  const letter = { name: 'a', isRepeat: true, place: 'field' } as const
  expect(type(30, letter, letter)).toEqual(['pass', 'pass'])
})

test('what the browser does by itself is left to it, unless a scanner sends it', () => {
  const control = (name: string, place: Place = 'page') => ({ name, isCombined: true, place })
  expect(type(500, control('b'), 'F5', 'Tab', 'Escape', ' ', 'Enter')).toEqual(
    Array(6).fill('pass'),
  )
  expect(type(60, control('a'), control('c'))).toEqual(['pass', 'pass'])
  expect(type(5, 'M', control(']'), 'F5', 'Dead', 'Unidentified').slice(1)).toEqual(
    Array(4).fill('drop'),
  )
  expect(type(5, 'M', control('j', 'field'))).toEqual(['hold', 'drop'])
})

describe('in a field', () => {
  const into = (place: Place, ...names: string[]) => names.map(name => ({ name, place }))

  test('a scanner types a code, which is not sent with it; a search is, and what people type', () => {
    const code = ['M', '0', 'x', 'Enter', 'Enter']
    const [typed, sent] = [Array(3).fill('pass'), Array(2).fill('pass')]
    expect(type(5, ...into('field', ...code))).toEqual([...typed, 'drop', 'drop'])
    expect(type(29, ...into('field', '7', 'Tab', 'Enter'))).toEqual(['pass', 'pass', 'drop'])
    expect(type(5, ...into('search', ...code))).toEqual([...typed, ...sent])
    expect(type(30, ...into('field', ...code))).toEqual([...typed, ...sent])
    expect(type(5, ...into('field', 'Á', ' ', 'L', 'Enter')).at(-1)).toBe('pass')
  })

  test('about a patient, Enter is a person’s, not a scanner’s', () => {
    expect(type(25, ...into('patient-field', 'M', '1', 'Enter')).at(-1)).toBe('drop')
    expect(type(40, ...into('patient-field', 'M', '1', 'Enter')).at(-1)).toBe('pass')
  })

  test('a second Enter presses nothing that the first one has led to', () => {
    const [search, button] = [into('search', '7', 'Enter'), into('button', 'Enter')]
    expect(type(5, ...search, ...button)).toEqual(['pass', 'pass', 'drop'])
    expect(type(200, ...search, ...button)).toEqual(['pass', 'pass', 'hold'])
  })

  test('a function key waits there too, and is dropped before a scanner’s letters', () => {
    expect(type(200, ...into('field', 'F9', 'F9'))).toEqual(['hold', 'hold'])
    expect(type(5, ...into('field', 'M', 'F9'))).toEqual(['pass', 'drop'])
  })
})
