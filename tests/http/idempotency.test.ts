import { afterEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createApp } from '../../server/app.ts'
import { type Client, createTestApp, type TestApp } from '../support/server/test-app.ts'
import { ROOMS } from '../support/server/test-clinic.ts'
import {
  register,
  sendOnce,
  WRITE_REQUESTS,
  type WriteRequest,
} from '../support/server/write-requests.ts'

/** Of a client without a session: a sign-in or code, new each time, or what a TV reports. */
const WITHOUT_SESSION = /^POST \/api\/(auth\/(login|logout)|qr\/|tv\/)/

let ctx: TestApp
afterEach(() => ctx.close())

test('every write route behind a session is tested here', async () => {
  ctx = await createTestApp()
  const routes = createApp(ctx.clinic)
    .routes.filter(({ method }) => !['GET', 'ALL'].includes(method))
    .map(({ method, path }) => `${method} ${path}`)
    .filter(route => !WITHOUT_SESSION.test(route))
  expect([...new Set(routes)].toSorted()).toEqual(Object.keys(WRITE_REQUESTS).toSorted())
})

for (const [route, prepare] of Object.entries(WRITE_REQUESTS)) {
  const [method = ''] = route.split(' ')

  test(`${route}: the same key twice has one effect and one response`, async () => {
    ctx = await createTestApp()
    const admin = await ctx.admin()
    const request = await prepare(admin, ctx)
    const first = await send(admin, method, request)
    expect(first.status).toBeLessThan(300)
    const [state, events] = [await snapshot(), ctx.published.length]

    const second = await send(admin, method, request)
    expect(second).toEqual(first)
    expect(await snapshot()).toEqual(state)
    expect(ctx.published.length).toBe(events)
  })
}

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

/** Everything in the database except the keys and the sessions, which are renewed. */
async function snapshot() {
  return ctx.database.read(async db => {
    const tables = await db.all<{ name: string }>(
      sql`select name from sqlite_master where type = 'table'`,
    )
    const state: Record<string, unknown> = {}
    for (const { name } of tables) {
      if (!/^(answers|sessions|sqlite_|__)/.test(name)) {
        state[name] = await db.all(sql.raw(`select * from ${name}`))
      }
    }
    return state
  })
}
