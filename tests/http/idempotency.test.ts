import { afterEach, expect, test } from 'bun:test'
import { type Client, createTestApp, type TestApp } from '../support/server/test-app.ts'
import { ROOMS } from '../support/server/test-clinic.ts'
import { register, sendOnce, type WriteRequest } from '../support/server/write-requests.ts'

let ctx: TestApp
afterEach(() => ctx.close())

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

function send(client: Client, method: string, request: WriteRequest) {
  return sendOnce(client, method, request, { 'idempotency-key': 'one' })
}
