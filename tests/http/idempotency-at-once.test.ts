import { afterEach, expect, test } from 'bun:test'
import { SESSION_RENEWAL_MS } from '../../server/security/session.ts'
import { createTestApp, type TestApp } from '../support/server/test-app.ts'
import { sendOnce, WRITE_REQUESTS } from '../support/server/write-requests.ts'

let ctx: TestApp
afterEach(() => ctx.close())

const headers = { 'idempotency-key': 'one' }

for (const [route, prepare] of Object.entries(WRITE_REQUESTS)) {
  const [method = ''] = route.split(' ')

  test(`${route}: the same key twice at the same moment gets one response`, async () => {
    ctx = await createTestApp()
    const admin = await ctx.admin()
    const request = await prepare(admin, ctx)
    const send = () => sendOnce(admin, method, request, headers)
    const [one, two] = await Promise.all([send(), send()])
    expect(one.status).toBeLessThan(300)
    expect(two).toEqual(one)
    expect(await send()).toEqual(one)
  })
}

test('a request that fails because the one before it succeeded gets the same response', async () => {
  ctx = await createTestApp()
  const admin = await ctx.admin()
  const json = { username: 'doctor', password: 'secret words' }
  const send = () => sendOnce(admin, 'POST', { path: '/api/users', json }, headers)
  // From here on the session is cached: the next read looks for the key.
  await admin('/api/auth/me')
  const { read } = ctx.clinic
  const responses: unknown[] = []
  ctx.clinic.read = async work => {
    ctx.clinic.read = read
    const found = await read(work)
    responses.push(await send())
    return found
  }
  responses.push(await send())
  expect(responses[0]).toMatchObject({ status: 201 })
  expect(responses[1]).toEqual(responses[0])
})

test('each response to a repeated key renews the session that is due', async () => {
  ctx = await createTestApp()
  const admin = await ctx.admin()
  const send = () => admin('/api/patients', { method: 'POST', json: { name: 'ali' }, headers })
  ctx.clock.advance(SESSION_RENEWAL_MS)
  const atOnce = await Promise.all([send(), send()])
  ctx.clock.advance(SESSION_RENEWAL_MS)
  for (const { status, headers } of [...atOnce, await send()]) {
    expect([status, headers.getSetCookie().length]).toEqual([201, 1])
    expect(headers.get('content-type')).toBe('application/json')
  }
})
