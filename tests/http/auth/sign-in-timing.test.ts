import { afterEach, beforeEach, expect, test } from 'bun:test'
import { MAX_WAIT_MS } from '../../../server/security/login-throttle.ts'
import { createTestApp, type TestApp } from '../../support/server/test-app.ts'

const PAIRS = 11
/** Without a password check the response for an unknown user would be some thirty times as fast. */
const ALIKE = 2
const MEI = { username: 'mei', role: 'user' }

let ctx: TestApp

beforeEach(async () => {
  ctx = await createTestApp()
  // The nurse's hash is cheaper than the product's own.
  const admin = await ctx.admin()
  const json = { ...MEI, password: 'battery staple' }
  expect((await admin('/api/users', { method: 'POST', json })).status).toBe(201)
})
afterEach(() => ctx.close())

async function timeOf(username: string) {
  ctx.clock.advance(MAX_WAIT_MS)
  const started = performance.now()
  const json = { username, password: 'wrong' }
  const { status } = await ctx.signedOut('/api/auth/login', { method: 'POST', json })
  expect(status).toBe(401)
  return performance.now() - started
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

test('an unknown user takes as long as a wrong password', async () => {
  await timeOf('warm-up')
  const times: { known: number; unknown: number }[] = []
  // Alternating, so that load on the machine slows down both.
  for (let n = 0; n < PAIRS; n++) {
    times.push({ known: await timeOf(MEI.username), unknown: await timeOf(`nobody${n}`) })
  }
  const ratio = median(times.map(({ known, unknown }) => unknown / known))
  expect(ratio).toBeGreaterThan(1 / ALIKE)
  expect(ratio).toBeLessThan(ALIKE)
})
