import { describe, expect, test } from 'bun:test'
import { addFailure, type Failures, getWaitMs } from '../../server/security/login-throttle.ts'

const FREE = 5

const AT = 1_800_000_000_000
const QUARTER_HOUR = 15 * 60_000

function afterFailures(count: number, before?: Failures) {
  let failures = before
  for (let n = 0; n < count; n++) failures = addFailure(failures, AT)
  return failures
}

describe('the wait before the next attempt to sign in', () => {
  test.each([
    [0, 0],
    [1, 0],
    [4, 0],
    [5, 1_000],
    [6, 2_000],
    [7, 4_000],
    [8, 8_000],
    [9, 16_000],
    [10, 30_000],
    [11, 30_000],
    [2_000, 30_000],
  ])('after %i failures is %i ms', (count, wait) => {
    const failures = afterFailures(count)
    expect(failures?.count ?? 0).toBe(count)
    expect(getWaitMs(failures, AT, FREE)).toBe(wait)
  })

  test.each([
    [0, 4_000],
    [1_500, 2_500],
    [3_999, 1],
    [4_000, 0],
    [60_000, 0],
  ])('of 4 s has, %i ms later, %i ms left', (later, left) => {
    expect(getWaitMs(afterFailures(7), AT + later, FREE)).toBe(left)
  })
})

test('a count with more free failures waits only after those', () => {
  expect(getWaitMs(afterFailures(99), AT, 100)).toBe(0)
  expect(getWaitMs(afterFailures(100), AT, 100)).toBe(1_000)
})

test('a clock that was set back does not prolong a wait', () => {
  const failures = { count: 5, lastAt: 3_600_000 }
  expect(getWaitMs(failures, 0, FREE)).toBe(0)
})

describe('failures', () => {
  test.each([
    [QUARTER_HOUR - 1, 8],
    [QUARTER_HOUR, 1],
    [QUARTER_HOUR + 1, 1],
  ])('count %i ms after the last of seven as number %i', (later, count) => {
    const next = addFailure(afterFailures(7), AT + later)
    expect(next).toEqual({ count, lastAt: AT + later })
  })

  test('expire 15 minutes after the last one, not after the first', () => {
    const first = afterFailures(5)
    const sixth = addFailure(first, AT + QUARTER_HOUR - 1)
    const seventh = addFailure(sixth, AT + 2 * QUARTER_HOUR - 2)
    expect(seventh.count).toBe(7)
    expect(getWaitMs(seventh, seventh.lastAt, FREE)).toBe(4_000)
    expect(getWaitMs(seventh, seventh.lastAt + QUARTER_HOUR, FREE)).toBe(0)
  })
})
