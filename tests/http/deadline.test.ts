import { afterEach, expect, test } from 'bun:test'
import { createTestApp, type TestApp } from '../support/server/test-app.ts'

let ctx: TestApp
afterEach(() => ctx.close())

const inMs = (ms: number) => {
  const until = Date.parse(ctx.clock.now()) + ms
  return { 'x-deadline': new Date(until).toISOString() }
}

test('a write that waited for its turn past its deadline is not carried out', async () => {
  ctx = await createTestApp()
  const admin = await ctx.admin()
  const { promise, resolve } = Promise.withResolvers<void>()
  const before = ctx.clinic.write(() => promise)
  const late = admin('/api/patients', {
    method: 'POST',
    json: { name: 'ali' },
    headers: inMs(20),
  })
  ctx.clock.advance(40)
  resolve()
  await before
  expect((await late).status).toBe(408)
  expect((await admin('/api/patients')).body).toEqual([])
})

test('a repeated key learns after the deadline what became of the write', async () => {
  ctx = await createTestApp()
  const admin = await ctx.admin()
  const send = (ms: number) =>
    admin('/api/patients', {
      method: 'POST',
      json: { name: 'ali' },
      headers: { ...inMs(ms), 'idempotency-key': 'key' },
    })
  const first = await send(60_000)
  const repeated = await send(-1)
  expect([repeated.status, repeated.body]).toEqual([201, first.body])
})

test('a deadline that is no time is rejected', async () => {
  ctx = await createTestApp()
  const admin = await ctx.admin()
  const headers = { 'x-deadline': 'soon' }
  const response = await admin('/api/patients', { method: 'POST', json: { name: 'ali' }, headers })
  expect([response.status, response.body.error]).toEqual([
    400,
    'X-Deadline must be a time such as 2026-01-31T08:00:00.000Z',
  ])
})
