import { afterEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createApp } from '../../server/app.ts'
import { createTestApp, type TestApp } from '../support/server/test-app.ts'
import { sendOnce, WRITE_REQUESTS } from '../support/server/write-requests.ts'

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

  test(`${route}: after its deadline a write changes nothing, and the same key twice has one effect`, async () => {
    ctx = await createTestApp()
    const admin = await ctx.admin()
    const request = await prepare(admin, ctx)
    const send = (headers = {}) =>
      sendOnce(admin, method, request, { ...headers, 'idempotency-key': 'one' })

    const before = await snapshot()
    expect(await send(inMs(-1))).toEqual({
      status: 408,
      body: { error: 'The request arrived too late and was ignored.' },
    })
    expect(await snapshot()).toEqual(before)
    // The refusal is not stored: the same press may be sent again.
    const first = await send(inMs(60_000))
    expect(first.status).toBeLessThan(300)
    const after = await snapshot()
    expect(await send()).toEqual(first)
    expect(await snapshot()).toEqual(after)
  })
}

function inMs(ms: number) {
  return { 'x-deadline': new Date(Date.parse(ctx.clock.now()) + ms).toISOString() }
}

/**
 * The events so far, and everything in the database except the keys and the sessions, which are
 * renewed.
 */
async function snapshot() {
  return ctx.database.read(async db => {
    const tables = await db.all<{ name: string }>(
      sql`select name from sqlite_master where type = 'table'`,
    )
    const rows: Record<string, unknown> = {}
    for (const { name } of tables) {
      if (!/^(idempotency_keys|sessions|sqlite_|__)/.test(name)) {
        rows[name] = await db.all(sql.raw(`select * from ${name}`))
      }
    }
    return { rows, events: ctx.published.length }
  })
}
