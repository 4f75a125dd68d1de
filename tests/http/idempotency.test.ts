import { afterEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createPairing } from '#db/repositories/tv-pairings'
import { createApp } from '../../server/app.ts'
import { createPng } from '../support/files/images.ts'
import { type Client, createTestApp, type TestApp } from '../support/server/test-app.ts'
import { ROOMS } from '../support/server/test-clinic.ts'

type Request = { path: string; json?: unknown; body?: () => FormData }

/** A request that succeeds, for every write route behind a session; a new route needs one here. */
const REQUESTS: Record<string, (admin: Client) => Promise<Request>> = {
  'POST /api/auth/change-password': async () => ({
    path: '/api/auth/change-password',
    json: { currentPassword: 'correct horse', newPassword: 'another horse' },
  }),
  'POST /api/patients': async () => ({ path: '/api/patients', json: { name: 'ali' } }),
  'PATCH /api/patients/:id/status': async admin => ({
    path: `/api/patients/${await register(admin)}/status`,
    json: { status: 'called', windowId: ROOMS.one },
  }),
  'DELETE /api/patients/:id': async admin => ({ path: `/api/patients/${await register(admin)}` }),
  'POST /api/patients/reset-queue': async admin => {
    await register(admin)
    return { path: '/api/patients/reset-queue' }
  },
  'POST /api/windows': async () => ({ path: '/api/windows', json: { name: 'Room 3' } }),
  'PUT /api/windows/:id': async () => ({
    path: `/api/windows/${ROOMS.one}`,
    json: { name: 'Room A' },
  }),
  'PATCH /api/windows/:id/status': async () => ({ path: `/api/windows/${ROOMS.one}/status` }),
  'DELETE /api/windows/:id': async () => ({ path: `/api/windows/${ROOMS.two}` }),
  'PUT /api/settings': async () => ({
    path: '/api/settings',
    json: { settings: [{ key: 'clinicName', value: 'NEW NAME', category: 'display' }] },
  }),
  'POST /api/media': async () => ({
    path: '/api/media',
    json: { type: 'youtube', url: 'https://youtu.be/dQw4w9WgXcQ' },
  }),
  'POST /api/media/upload': async () => ({ path: '/api/media/upload', body: picture }),
  'DELETE /api/media/:id': async admin => {
    const { body } = await admin('/api/media/upload', { method: 'POST', body: picture() })
    return { path: `/api/media/${body.id}` }
  },
  'POST /api/users': async () => ({
    path: '/api/users',
    json: { username: 'doctor', password: 'secret words' },
  }),
  'PATCH /api/users/:id/status': async () => ({ path: '/api/users/2/status' }),
  'DELETE /api/users/:id': async () => ({ path: '/api/users/2' }),
  'POST /api/backups': async () => ({ path: '/api/backups' }),
  'DELETE /api/backups/:name': async admin => {
    const [, oldest] = await makeBackups(admin, 2)
    return { path: `/api/backups/${oldest}` }
  },
  'POST /api/backups/:name/restore': async admin => {
    const [newest] = await makeBackups(admin, 1)
    return { path: `/api/backups/${newest}/restore`, json: { password: 'correct horse' } }
  },
  'POST /api/tv-devices': async () => ({
    path: '/api/tv-devices',
    json: { userId: 1, name: 'Hall' },
  }),
  'POST /api/tv-devices/pair': async () => {
    const pairing = { idHash: 'i', tokenHash: 't', code: 'ACDEFG' }
    const endsAt = Date.parse(ctx.clinic.now()) + 60_000
    await ctx.clinic.write(tx => createPairing(tx, { ...pairing, endsAt }, 0))
    return { path: '/api/tv-devices/pair', json: { userId: 1, name: 'Hall', code: 'ACDEFG' } }
  },
  'PUT /api/tv-devices/:id': async admin => ({
    path: `/api/tv-devices/${await addTv(admin)}`,
    json: { name: 'Entrance' },
  }),
  'POST /api/tv-devices/:id/rotate': async admin => ({
    path: `/api/tv-devices/${await addTv(admin)}/rotate`,
  }),
  'DELETE /api/tv-devices/:id': async admin => ({
    path: `/api/tv-devices/${await addTv(admin)}`,
  }),
}

/** These create a new sign-in or code each time, for a client without a session. */
const WITHOUT_SESSION = /^POST \/api\/(auth\/(login|logout)|qr\/|tv\/pairings)/

let ctx: TestApp
afterEach(() => ctx.close())

test('every write route behind a session is tested here', async () => {
  ctx = await createTestApp()
  const routes = createApp(ctx.clinic)
    .routes.filter(({ method }) => !['GET', 'ALL'].includes(method))
    .map(({ method, path }) => `${method} ${path}`)
    .filter(route => !WITHOUT_SESSION.test(route))
  expect([...new Set(routes)].toSorted()).toEqual(Object.keys(REQUESTS).toSorted())
})

for (const [route, prepare] of Object.entries(REQUESTS)) {
  const [method = ''] = route.split(' ')

  test(`${route}: the same key twice has one effect and one response`, async () => {
    ctx = await createTestApp()
    const admin = await ctx.admin()
    const request = await prepare(admin)
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

async function send(client: Client, method: string, { path, json, body }: Request) {
  const sent = body ? { body: body() } : json === undefined ? {} : { json }
  const response = await client(path, { method, headers: { 'idempotency-key': 'one' }, ...sent })
  return { status: response.status, body: response.body }
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

async function register(client: Client): Promise<number> {
  return (await client('/api/patients', { method: 'POST', json: { name: 'ali' } })).body.id
}

async function addTv(client: Client): Promise<number> {
  const json = { userId: 1, name: 'Hall' }
  return (await client('/api/tv-devices', { method: 'POST', json })).body.device.id
}

/** Makes backups in sequence. Returns their names, the newest first. */
async function makeBackups(client: Client, count: number): Promise<string[]> {
  for (let made = 0; made < count; made++) {
    await client('/api/backups', { method: 'POST' })
    while ((await client('/api/backups')).body.work.step !== 'idle') await Bun.sleep(5)
    ctx.clock.advance(60_000)
  }
  const { backups } = (await client('/api/backups')).body
  return backups.map(({ name }: { name: string }) => name)
}

function picture() {
  const body = new FormData()
  body.append('file', new File([createPng({ width: 40, height: 30 })], 'poster.png'))
  return body
}
