import { beforeEach, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import type { Query } from '#db/connection/query'
import { apiTokens, sessions, tvDevices, users } from '#db/schema/index'
import { createMediaStorage } from '../../server/storage/media-storage.ts'
import { createPng } from '../support/files/images.ts'
import { openRawSocket } from '../support/network/raw-socket.ts'
import { addLink } from '../support/server/actions.ts'
import { type Client, type TestApp, withTestApp } from '../support/server/test-app.ts'
import { ADMIN, ROOMS } from '../support/server/test-clinic.ts'
import { signIn, startTestServer, until } from '../support/server/test-server.ts'
import { sendOnce, WRITE_REQUESTS, type WriteRequest } from '../support/server/write-requests.ts'

const ctx = withTestApp()
let admin: Client

beforeEach(async () => {
  admin = await ctx.admin()
})

type Tx = Parameters<Parameters<TestApp['database']['write']>[0]>[0]

/** How a right ends, and whether also for what any signed-in user may do. */
const ENDINGS = {
  'signing out': (tx: Tx) => tx.delete(sessions),
  deactivation: (tx: Tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, ADMIN.id)),
  'deletion of the session by a new password': (tx: Tx) =>
    tx.delete(sessions).where(eq(sessions.userId, ADMIN.id)),
  expiry: (tx: Tx) => tx.update(sessions).set({ expiresAt: Date.parse(ctx.clock.now()) }),
  'another role': (tx: Tx) => tx.update(users).set({ role: 'user' }).where(eq(users.id, ADMIN.id)),
  'revocation of the token': (tx: Tx) => tx.delete(apiTokens),
  'revocation of the kiosk': (tx: Tx) =>
    tx.update(tvDevices).set({ revokedAt: ctx.clock.now(), tokenHash: null }),
}
type Ending = keyof typeof ENDINGS

/** The right ends just before the request's first look into the database: its session is cached. */
function endBeforeFirstLook(ending: Ending) {
  const { read, write } = ctx.clinic
  const end = async () => {
    Object.assign(ctx.clinic, { read, write })
    await write(async tx => void (await ENDINGS[ending](tx)))
  }
  const look =
    <Work>(carryOut: (work: Work) => Promise<unknown>) =>
    async (work: Work) => {
      await end()
      return carryOut(work)
    }
  Object.assign(ctx.clinic, { read: look(read), write: look(write) })
  return () => ctx.clinic.read === read
}

async function snapshot() {
  return ctx.database.read(async db => {
    const tables = await db.all<{ name: string }>(
      sql`select name from sqlite_master where type = 'table'`,
    )
    const rows: Record<string, unknown> = {}
    for (const { name } of tables) {
      if (/^(sessions|users|api_tokens|tv_devices|audit|sqlite_|__)/.test(name)) continue
      rows[name] = await db.all(sql.raw(`select * from ${name}`))
    }
    const made = await db.all(
      sql`select (select count(*) from users), (select count(*) from audit)`,
    )
    return { rows, made, events: ctx.published.length }
  })
}

const isByToken = (route: string) => route.includes('/v1/')
const isByKiosk = (route: string) => route.includes('/kiosk/')

function getOwnEnding(route: string): Ending {
  if (isByKiosk(route)) return 'revocation of the kiosk'
  return isByToken(route) ? 'revocation of the token' : 'signing out'
}

/** The session, the token and the kiosk are cached from here on. */
function warmUp(route: string, { path, headers = {} }: WriteRequest) {
  if (isByKiosk(route)) return admin(path.replace('/patients', ''))
  return isByToken(route) ? admin('/api/v1/queue', { headers }) : admin('/api/auth/me')
}

/** Each route, as its right ends while it has a key, and while it has none. */
const EVERY_ROUTE = Object.keys(WRITE_REQUESTS).flatMap(route => [
  [route, 'deactivation', true] as const,
  [route, getOwnEnding(route), false] as const,
])
/** Each ending, for what all staff, administrators and programs do. */
const EVERY_ENDING = [
  ['PUT /api/settings', 'deletion of the session by a new password', false],
  ['PUT /api/settings', 'expiry', true],
  ['POST /api/users', 'another role', false],
  ['POST /api/patients/:id/forget', 'another role', true],
  ['POST /api/backups', 'another role', false],
  ['POST /api/v1/patients', 'another role', true],
] as const

test.each([...EVERY_ROUTE, ...EVERY_ENDING])(
  '%s writes nothing after %s, with a key: %p',
  async (route, ending, hasKey) => {
    const [method = ''] = route.split(' ')
    const request = await WRITE_REQUESTS[route]?.(admin, ctx)
    if (!request) throw new Error(`${route} has no request`)
    await warmUp(route, request)
    const before = await snapshot()
    const hasEnded = endBeforeFirstLook(ending)
    const headers: Record<string, string> = hasKey ? { 'idempotency-key': 'k' } : {}
    const { status, body } = await sendOnce(admin, method, request, headers)
    const refused = ending === 'another role' && !isByToken(route) ? 403 : 401
    expect([hasEnded(), status]).toEqual([true, isByKiosk(route) ? 404 : refused])
    expect(body.error).toMatch(
      /^(Please sign in|This token is not valid|Only an administrator may do this|This kiosk is not connected.*)$/,
    )
    expect(await snapshot()).toEqual(before)
  },
)

test('what any signed-in user may do is done after a change of the role', async () => {
  await admin('/api/auth/me')
  const hasEnded = endBeforeFirstLook('another role')
  const request = { path: '/api/patients', json: { name: 'ali' } }
  expect([(await sendOnce(admin, 'POST', request)).status, hasEnded()]).toEqual([201, true])
})

test('a repeated request whose right has ended learns nothing', async () => {
  const request = { path: '/api/patients', json: { name: 'ali' } }
  await sendOnce(admin, 'POST', request, { 'idempotency-key': 'k' })
  await admin('/api/auth/me')
  endBeforeFirstLook('signing out')
  const repeated = await sendOnce(admin, 'POST', request, { 'idempotency-key': 'k' })
  expect(repeated).toEqual({ status: 401, body: { error: 'Please sign in' } })
})

test('an upload stops between its parts', async () => {
  await admin('/api/auth/me')
  const bytes = createPng({ width: 1_000, height: 600, isNoisy: true })
  const { read, write, now } = ctx.clinic
  let writes = 0
  async function endAfterFirst<T>(work: (tx: Query) => Promise<T>) {
    const result = await write(work)
    if (++writes === 1) await write(async tx => void (await ENDINGS.deactivation(tx)))
    return result
  }
  ctx.clinic.mediaStorage = createMediaStorage({ read, write: endAfterFirst, now })
  const body = new FormData()
  body.append('file', new File([bytes], 'large.png'))
  expect((await admin.post('/api/media/upload', undefined, { body })).status).toBe(401)
  const [kept] = await ctx.database.read(db =>
    db.all(
      sql`select (select count(*) from media_parts) as parts, (select count(*) from media) as items`,
    ),
  )
  expect(kept).toEqual({ parts: 1, items: 0 })
})

/** Sends the end of the body after `meanwhile`, on a connection of its own. Returns the status. */
async function sendLate(
  url: string,
  { path, cookie = '', json }: { path: string; cookie?: string; json: object },
  meanwhile: () => Promise<{ status: number }>,
) {
  const body = JSON.stringify(json)
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `Cookie: ${cookie}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  const socket = openRawSocket(url)
  await socket.opened
  socket.send(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 9)}`)
  expect((await meanwhile()).status).toBe(200)
  socket.send(body.slice(9))
  await until('the late request is answered', () => socket.status() > 0)
  socket.close()
  return socket.status()
}

test('a body that comes after a deactivation makes no user', async () => {
  const server = await startTestServer()
  const admin = await server.admin()
  const boss = { username: 'boss', password: 'a long password', role: 'admin' }
  const { body: made } = await admin.post('/api/users', boss)
  const { cookie } = await signIn(server.url, { id: made.id, ...boss })
  const late = { path: '/api/users', cookie, json: { ...boss, username: 'late' } }
  const deactivate = () => admin.patch(`/api/users/${made.id}/status`)
  expect(await sendLate(server.url, late, deactivate)).toBe(401)
  const users = await admin.send('GET', '/api/users')
  expect(JSON.stringify(users.body)).not.toContain('late')
  await server.close()
})

const REPORTS: Record<string, object> = {
  heartbeat: {
    build: '1',
    viewport: { width: 1920, height: 1080 },
    audio: 'ready',
    clockSkewMs: 0,
    lastSequence: 0,
    lastError: null,
  },
  receipts: [{ sequence: 1, shownAt: '2026-11-20T02:00:00.000Z', sound: 'played' }],
}

test.each(Object.entries(REPORTS))(
  'a %s that comes after its TV was revoked is refused',
  async (report, json) => {
    const server = await startTestServer()
    const admin = await server.admin()
    const { body } = await admin.post('/api/tv-devices', { userId: ADMIN.id, name: 'Hall' })
    await admin.call((await admin.register('ali')).id, ROOMS.one)
    const late = { path: `/api/tv/${body.token}/${report}`, json }
    expect(await sendLate(server.url, late, () => admin.send('GET', '/api/windows'))).toBe(200)
    const revoke = () => admin.delete(`/api/tv-devices/${body.device.id}`)
    expect(await sendLate(server.url, late, revoke)).toBe(404)
    await server.close()
  },
)

test.each([
  ['/api/audit/entries.csv?from=2020-01-01&to=2026-11-20', 'audit'],
  ['/api/reports/visits.csv?from=2020-01-01&to=2026-11-20', 'visits'],
])('the export %s breaks off when the right to it ends', async path => {
  await addLink(ctx.clinic, { type: 'youtube', url: 'https://youtu.be/dQw4w9WgXcQ' })
  await admin.post('/api/patients', { name: 'ali' })
  const cookie = await ctx.app.request('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  const headers = {
    cookie: cookie.headers
      .getSetCookie()
      .map(one => one.split(';')[0])
      .join('; '),
  }
  const response = await ctx.app.request(path, { headers })
  const reader = response.body?.getReader()
  expect((await reader?.read())?.value).toBeDefined()
  await ctx.clinic.write(async tx => void (await ENDINGS.deactivation(tx)))
  await expect(reader?.read()).rejects.toThrow('Please sign in')
})
