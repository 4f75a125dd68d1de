import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { shareIfEqual, shareUnchangedItems } from '../../../islands/data/query.ts'

const toJson = (value: fc.JsonValue) => JSON.parse(JSON.stringify(value))

test('of a list, only what changed is a new object', () => {
  const previous = [
    { id: 1, journey: [{ at: '9:00' }] },
    { id: 2, journey: [] },
  ]
  const next = [
    { id: 2, journey: [{ at: '9:05' }] },
    { id: 1, journey: [{ at: '9:00' }] },
    { id: 3, journey: [] },
  ]
  const shared = shareUnchangedItems<{ id: number; journey: { at: string }[] }>(previous, next)
  expect(shared).toEqual(next)
  expect(shared.map(item => previous.includes(item))).toEqual([false, true, false])
})

test('any JSON is shared with its own copy, and with nothing else', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      expect(Object.is(shareIfEqual(one, toJson(one)), one)).toBe(true)
      // JSON has no -0.
      const isSame = Bun.deepEquals(...([one, other].map(toJson) as [unknown, unknown]), true)
      expect(Object.is(shareIfEqual(one, other), one)).toBe(isSame)
    }),
  )
})
