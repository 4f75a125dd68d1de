import { afterEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { type Client, createTestApp, type TestApp } from '../support/server/test-app.ts'
import { ROOMS } from '../support/server/test-clinic.ts'
import { register, sendOnce, type WriteRequest } from '../support/server/write-requests.ts'

let ctx: TestApp
afterEach(() => ctx.close())

test('two requests with one key at the same moment have one effect and one response', async () => {
  ctx = await createTestApp()
  const admin = await ctx.admin()
  const request = { path: '/api/patients', json: { name: 'ali' } }
  const [one, two] = await Promise.all([send(admin, 'POST', request), send(admin, 'POST', request)])
  expect([one.status, two]).toEqual([201, one])
  expect((await admin('/api/patients')).body).toHaveLength(1)
})

test('an error is repeated, too, even when the write would be allowed by now', async () => {
  ctx = await createTestApp()
  const admin = await ctx.admin()
  const id = await register(admin)
  const complete = { path: `/api/patients/${id}/status`, json: { status: 'completed' } }
  const first = await send(admin, 'PATCH', complete)
  expect(first).toEqual({ status: 409, body: { error: 'This patient has not been called yet' } })
  const json = { status: 'called', windowId: ROOMS.one }
  await admin(`/api/patients/${id}/status`, { method: 'PATCH', json })
  expect(await send(admin, 'PATCH', complete)).toEqual(first)
  expect((await sendOnce(admin, 'PATCH', complete)).status).toBe(200)
})

const OLD_PATIENT = {
  id: 1,
  name: 'ALI',
  windowId: 2,
  windowName: 'Room 1',
  lastWindowId: 2,
  lastWindowName: 'Room 1',
}

test.each([
  [{ result: { patient: OLD_PATIENT, isCall: true } }, 200, OLD_PATIENT],
  [{ refusal: { message: 'No', status: 409 } }, 409, { error: 'No' }],
  [{ refusal: { message: 'No', status: 400, field: 'x' } }, 400, { error: 'No', field: 'x' }],
])('a row of the first release is understood: %j', async (row, status, body) => {
  ctx = await createTestApp()
  const admin = await ctx.admin()
  const path = '/api/patients/1/status'
  const [key, at] = [`PATCH ${path} one`, Date.parse(ctx.clock.now())]
  await ctx.database.write(tx =>
    tx.run(
      sql`insert into answers (user_id, key, answer, at) values (1, ${key}, ${JSON.stringify(row)}, ${at})`,
    ),
  )
  expect(await send(admin, 'PATCH', { path, json: {} })).toEqual({ status, body })
})

function send(client: Client, method: string, request: WriteRequest) {
  return sendOnce(client, method, request, { 'idempotency-key': 'one' })
}
