import { expect, test } from 'bun:test'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createAttemptQueue } from '../../server/security/attempt-queue.ts'
import {
  addFailure,
  createFailureStore,
  type Failures,
  getWaitMs,
} from '../../server/security/failures.ts'
import { createLoginThrottle } from '../../server/security/login-throttle.ts'
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

test('a wait ends an hour after the first use, whatever was refused meanwhile', () => {
  const limiter = createRateLimiter(THIRTY_AN_HOUR)
  for (let n = 0; n < 30; n++) limiter.consume('a', AT + n * MINUTE)
  for (let n = 0; n < 100; n++) expect(limiter.consume('a', AT + 59 * MINUTE)).toBe(MINUTE)
  expect(limiter.consume('a', AT + 60 * MINUTE)).toBe(0)
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

/** Attempts that wait until they are let through, and the order in which they ran. */
function createAttempts() {
  const run = createAttemptQueue(() => AT)
  const order: string[] = []
  const gate = Promise.withResolvers<void>()
  const attempt = (
    key: string,
    name: string,
    { isKnown = false, isWanted = (): boolean => true } = {},
  ) =>
    run({ lane: { key, network: isKnown ? null : key }, isWanted }, async () => {
      await gate.promise
      order.push(name)
      if (name === 'failing') throw new Error('no database')
      return name.startsWith('flood') ? null : name
    })
  return { order, letThrough: gate.resolve, attempt }
}

test('known browsers take turns and go first, then the newest, and one that fails ends alone', async () => {
  const { attempt, order, letThrough } = createAttempts()
  const failing = attempt('flood', 'failing')
  const all = [
    attempt('flood', 'flood 1'),
    attempt('flood', 'flood 2'),
    attempt('nurse', 'nurse'),
    attempt('doctor', 'doctor 1', { isKnown: true }),
    attempt('doctor', 'doctor 2', { isKnown: true }),
    attempt('chief', 'chief', { isKnown: true }),
  ]
  letThrough()
  await expect(failing).rejects.toThrow('no database')
  const results = [null, null, 'nurse', 'doctor 1', 'doctor 2', 'chief']
  expect(await Promise.all(all)).toEqual(results)
  const expected = ['failing', 'doctor 1', 'chief', 'doctor 2', 'nurse', 'flood 1', 'flood 2']
  expect(order).toEqual(expected)
})

test('one address has three attempts waiting, others are not affected', async () => {
  const { attempt, letThrough } = createAttempts()
  const waiting = [1, 2, 3, 4].map(n => attempt('flood', `flood ${n}`))
  expect(() => attempt('flood', 'flood 5')).toThrow('Too many attempts at once. Please try again.')
  const nurse = attempt('nurse', 'nurse')
  letThrough()
  expect(await nurse).toBe('nurse')
  await Promise.all(waiting)
  expect(await attempt('flood', 'again')).toBe('again')
})

test('what nobody waits for any more is dropped unseen, and makes room', async () => {
  const { attempt, order, letThrough } = createAttempts()
  const running = attempt('first', 'first')
  const gone = [1, 2, 3].map(n => attempt('nurse', `gone ${n}`, { isWanted: () => false }))
  const known = attempt('doctor', 'late', { isKnown: true, isWanted: () => false })
  const nurse = attempt('nurse', 'nurse')
  letThrough()
  for (const dropped of [...gone, known]) {
    await expect(dropped).rejects.toMatchObject({ status: 408 })
  }
  expect([await running, await nurse, order]).toEqual(['first', 'nurse', ['first', 'nurse']])
})

test('of more than a thousand addresses those with most failures, then the oldest, make room', async () => {
  const { attempt, letThrough } = createAttempts()
  const running = attempt('first', 'first')
  const flood = (n: number) => attempt(`flood ${n}`, `flood ${n}`).catch(({ status }) => status)
  const waiting = Array.from({ length: 1_000 }, (_, n) => flood(n))
  const nurse = attempt('nurse', 'nurse')
  expect(await waiting[0]).toBe(429)
  // Who was dropped twice comes after the others, and is dropped at once.
  const again = flood(0)
  expect([await waiting[1], await Promise.race([again, 'waits'])]).toEqual([429, 'waits'])
  const last = attempt('last', 'last')
  letThrough()
  expect([await running, await nurse, await last]).toEqual(['first', 'nurse', 'last'])
  expect((await Promise.all(waiting)).filter(status => status === 429)).toHaveLength(3)
})

const settle = () => new Promise(setImmediate)

test('a failure counts at the time of its check, however long it waited', async () => {
  let at = AT
  const store = createFailureStore()
  const throttle = createLoginThrottle(() => at, store)
  const gate = Promise.withResolvers<null>()
  const guess = (address: string, check = async () => null) =>
    throttle.attempt(
      { counts: [{ key: 'admin', free: 100 }], stranger: { key: address, network: address } },
      check,
    )
  const guesses = [guess('first', () => gate.promise), guess('oldest')]
  await settle()
  at += MINUTE
  // The newest is checked before the oldest.
  guesses.push(guess('newest'))
  await settle()
  at += MINUTE
  gate.resolve(null)
  await Promise.all(guesses)
  expect(await store.find('admin', at)).toEqual({ count: 3, lastAt: AT + 2 * MINUTE })
})

test('an attempt runs in the context of its own request, whichever request runs the queue', async () => {
  const requests = new AsyncLocalStorage<string>()
  const throttle = createLoginThrottle(() => 0)
  const seen: (string | undefined)[] = []
  const attempt = (request: string) =>
    requests.run(request, () =>
      throttle.attempt({ counts: [{ key: request, free: 5 }] }, async () => {
        seen.push(requests.getStore())
        return true
      }),
    )
  await Promise.all(['one', 'two', 'three'].map(attempt))
  expect(seen).toEqual(['one', 'two', 'three'])
})
