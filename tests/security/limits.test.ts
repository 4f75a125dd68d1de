import { expect, test } from 'bun:test'
import {
  type Attempter,
  addFailure,
  createFailureStore,
  createLoginThrottle,
  type Failures,
  getWaitMs,
} from '../../server/security/login-throttle.ts'
import { createRateLimiter, keepNewest, refuseTooMany } from '../../server/security/rate-limit.ts'

const MINUTE = 60_000
const QUARTER_HOUR = 15 * MINUTE
const AT = Date.parse('2026-11-20T02:00:00.000Z')
const THIRTY_AN_HOUR = { max: 30, windowMs: 60 * MINUTE }

test.each([
  ['29 times', 29, AT, 0],
  ['30 times just now', 30, AT, 60 * MINUTE],
  ['30 times, 20 minutes ago', 30, AT - 20 * MINUTE, 40 * MINUTE],
  ['30 times, almost an hour ago', 30, AT - 60 * MINUTE + 1, 1],
  ['30 times, an hour ago', 30, AT - 60 * MINUTE, 0],
  ['30 times, before the clock was set back', 30, AT + 90 * MINUTE, 0],
])('who used up a limit of 30 an hour %s has to wait, others have not', (_, count, at, wait) => {
  const limiter = createRateLimiter(THIRTY_AN_HOUR)
  for (let n = 0; n < count; n++) expect(limiter.consume('a', at)).toBe(0)
  expect([limiter.consume('a', AT), limiter.consume('b', AT)]).toEqual([wait, 0])
})

test('a wait is given in whole seconds, rounded up', () => {
  const refused = { message: 'Too many', status: 429, retryAfterSeconds: 2 }
  expect(() => refuseTooMany(1_001, 'Too many')).toThrow(expect.objectContaining(refused))
})

test('ten thousand keys are stored, the least recent one is dropped first', () => {
  const map = new Map<string, number>()
  for (let n = 0; n < 10_000; n++) keepNewest(map, `k${n}`, n)
  keepNewest(map, 'k0', 0)
  keepNewest(map, 'one more', 1)
  expect([map.size, map.has('k0'), map.has('k1')]).toEqual([10_000, true, false])
})

function afterFailures(count: number) {
  let failures: Failures | undefined
  for (let n = 0; n < count; n++) failures = addFailure(failures, AT)
  return failures
}

test.each([
  [4, 0],
  [5, 1_000],
  [6, 2_000],
  [9, 16_000],
  [10, 30_000],
  [2_000, 30_000],
])('after %i failures, five of them free, the wait is %i ms', (count, wait) => {
  const failures = afterFailures(count)
  expect(getWaitMs(failures, AT, 5)).toBe(wait)
  expect(getWaitMs(failures, AT + wait, 5)).toBe(0)
  // A clock that was set back does not prolong it.
  expect(getWaitMs(failures, AT - MINUTE, 5)).toBe(0)
})

test('failures are forgotten 15 minutes after the last one', () => {
  const seven = afterFailures(7)
  expect(addFailure(seven, AT + QUARTER_HOUR)).toEqual({ count: 1, lastAt: AT + QUARTER_HOUR })
  const eight = addFailure(seven, AT + QUARTER_HOUR - 1)
  expect(eight.count).toBe(8)
  expect(addFailure(eight, AT + 2 * QUARTER_HOUR - 2).count).toBe(9)
})

/** Attempts that wait until they are let through, and the order in which they were checked. */
function createAttempts() {
  const throttle = createLoginThrottle(() => AT)
  const order: string[] = []
  const gate = Promise.withResolvers<void>()
  function attempt(key: string, name: string, rest: Omit<Attempter, 'counts'> = {}) {
    const attempter = { counts: [{ key, free: 5 }], stranger: key, ...rest }
    return throttle.attempt(attempter, async () => {
      order.push(name)
      if (attempter.stranger) await gate.promise
      if (name === 'failing') throw new Error('no database')
      return name.startsWith('guess') ? null : name
    })
  }
  return { order, letThrough: gate.resolve, attempt }
}

test('strangers are checked one at a time, in order; a known browser does not wait for them', async () => {
  const { attempt, order, letThrough } = createAttempts()
  const failing = attempt('a', 'failing')
  const strangers = [attempt('b', 'guess 1'), attempt('b', 'guess 2'), attempt('c', 'nurse')]
  expect(await attempt('doctor', 'doctor', { stranger: undefined })).toBe('doctor')
  expect(order).toEqual(['failing', 'doctor'])
  letThrough()
  await expect(failing).rejects.toThrow('no database')
  expect(await Promise.all(strangers)).toEqual([null, null, 'nurse'])
  expect(order).toEqual(['failing', 'doctor', 'guess 1', 'guess 2', 'nurse'])
})

test('one address has four attempts at once, others are not affected', async () => {
  const { attempt, letThrough } = createAttempts()
  const guesses = [1, 2, 3, 4].map(n => attempt('a', `guess ${n}`))
  const refused = { message: 'Too many attempts at once. Please try again.', status: 429 }
  await expect(attempt('a', 'guess 5')).rejects.toMatchObject(refused)
  const nurse = attempt('nurse', 'nurse')
  letThrough()
  expect(await nurse).toBe('nurse')
  await Promise.all(guesses)
  expect(await attempt('a', 'right')).toBe('right')
})

test('what nobody waits for any more is not checked, and counts nowhere', async () => {
  const { attempt, order, letThrough } = createAttempts()
  const running = attempt('first', 'first')
  const gone = [1, 2, 3].map(n => attempt('nurse', `guess ${n}`, { isWanted: () => false }))
  const nurse = attempt('nurse', 'nurse')
  letThrough()
  const dropped = { status: 'rejected' as const, reason: expect.objectContaining({ status: 408 }) }
  expect(await Promise.allSettled(gone)).toEqual(gone.map(() => dropped))
  expect([await running, await nurse, order]).toEqual(['first', 'nurse', ['first', 'nurse']])
})

test('a failure counts at the time of its check, however long it waited', async () => {
  let at = AT
  const store = createFailureStore()
  const throttle = createLoginThrottle(() => at, store)
  const gate = Promise.withResolvers<null>()
  const guess = () =>
    throttle.attempt({ counts: [{ key: 'admin', free: 100 }] }, () => gate.promise)
  const guesses = [guess(), guess()]
  await new Promise(setImmediate)
  at += MINUTE
  gate.resolve(null)
  await Promise.all(guesses)
  expect(await store.find('admin', at)).toEqual({ count: 2, lastAt: AT + MINUTE })
})
