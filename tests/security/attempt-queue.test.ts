import { expect, test } from 'bun:test'
import { createAttemptQueue } from '../../server/security/attempt-queue.ts'

/** Attempts that wait until they are let through, and the order in which they ran. */
function createAttempts() {
  const run = createAttemptQueue()
  const order: string[] = []
  const gate = Promise.withResolvers<void>()
  return {
    order,
    letThrough: gate.resolve,
    attempt: (key: string, name: string, isKnown = false) =>
      run({ key, isKnown }, async () => {
        await gate.promise
        order.push(name)
        return name
      }),
  }
}

test('addresses take turns, and known browsers go first', async () => {
  const { attempt, order, letThrough } = createAttempts()
  const all = [
    attempt('flood', 'flood 1'),
    attempt('flood', 'flood 2'),
    attempt('flood', 'flood 3'),
    attempt('nurse', 'nurse'),
    attempt('doctor', 'doctor', true),
  ]
  letThrough()
  expect(await Promise.all(all)).toEqual(['flood 1', 'flood 2', 'flood 3', 'nurse', 'doctor'])
  expect(order).toEqual(['flood 1', 'doctor', 'flood 2', 'nurse', 'flood 3'])
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

test('an attempt that fails ends alone', async () => {
  const run = createAttemptQueue()
  const failing = run({ key: 'a', isKnown: false }, () => Promise.reject(new Error('no database')))
  const next = run({ key: 'a', isKnown: false }, async () => 'next')
  await expect(failing).rejects.toThrow('no database')
  expect(await next).toBe('next')
})
