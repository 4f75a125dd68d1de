import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseByteRange } from '../../server/http/send-file.ts'

test.each([
  ['bytes=0-0', { from: 0, to: 0 }],
  ['bytes=2-5', { from: 2, to: 5 }],
  [' bytes=2-5 ', { from: 2, to: 5 }],
  ['bytes=2-', { from: 2, to: 9 }],
  ['bytes=2-99', { from: 2, to: 9 }],
  ['bytes=-3', { from: 7, to: 9 }],
  ['bytes=-99', { from: 0, to: 9 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-12', 'unsatisfiable'],
  ['bytes=5-2', null],
  ['bytes=-', null],
  ['bytes=0-1,4-5', null],
  ['bytes=a-b', null],
  ['items=0-1', null],
  ['', null],
  [undefined, null],
] as const)('in a file of ten bytes, %p means %p', (header, part) => {
  expect(parseByteRange(header, 10)).toEqual(part)
})

test('a part is always inside the file', () => {
  const end = fc.oneof(fc.constant(''), fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String))
  fc.assert(
    fc.property(end, end, fc.nat(1_000), (first, last, length) => {
      const part = parseByteRange(`bytes=${first}-${last}`, length)
      if (part === null || part === 'unsatisfiable') return
      expect(part.from >= 0 && part.from <= part.to && part.to < length).toBe(true)
    }),
  )
})
