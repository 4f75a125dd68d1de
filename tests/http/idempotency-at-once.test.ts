import { afterEach, expect, test } from 'bun:test'
import { saveResponse } from '#db/repositories/idempotency-keys'
import { SESSION_RENEWAL_MS } from '../../server/security/session.ts'
import { createTestApp, type TestApp } from '../support/server/test-app.ts'
import { ADMIN } from '../support/server/test-clinic.ts'
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

test('a request that another machine has carried out meanwhile changes nothing', async () => {
  ctx = await createTestApp()
  const admin = await ctx.admin()
  // From here on the session is cached: the next read looks for the key.
  await admin('/api/auth/me')
  const { read, write } = ctx.clinic
  const response = { status: 201, body: { id: 99 } }
  ctx.clinic.read = async work => {
    ctx.clinic.read = read
    const found = await read(work)
    const id = { userId: ADMIN.id, key: 'POST /api/users one' }
    await write(tx => saveResponse(tx, id, response, 1))
    return found
  }
  const json = { username: 'doctor', password: 'secret words' }
  const request = { path: '/api/users', json }
  expect(await sendOnce(admin, 'POST', request, headers)).toEqual(response)
  expect((await admin('/api/users')).body).toHaveLength(2)
})

test('a response that cannot be stored leaves no write and no event behind', async () => {
  ctx = await createTestApp()
  const admin = await ctx.admin()
  const { write } = ctx.clinic
  ctx.clinic.write = work =>
    write(async tx => {
      await work(tx)
      throw new Error('the disk failed at the commit')
    })
  const request = { path: '/api/patients', json: { name: 'ali' } }
  expect((await sendOnce(admin, 'POST', request, headers)).status).toBe(500)
  ctx.clinic.write = write
  expect((await admin('/api/patients')).body).toEqual([])
  expect(ctx.published).toEqual([])
  expect((await sendOnce(admin, 'POST', request, headers)).status).toBe(201)
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
