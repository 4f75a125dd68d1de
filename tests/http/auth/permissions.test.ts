import { afterAll, expect, test } from 'bun:test'
import { type Client, createTestApp } from '../../support/server/test-app.ts'

/**
 * Who may use a route: everybody, monitoring on this machine, the two browsers of a QR sign-in,
 * any signed-in user, administrators, the TV or the kiosk whose token is in the path, or another
 * program.
 */
type Rule = 'everybody' | 'watcher' | 'qr' | 'signed in' | 'admin' | 'tv' | 'kiosk' | 'token'

/** Every route. A missing or outdated one makes the first test fail. */
const RULES: Record<string, Rule> = {
  'GET /healthz': 'everybody',
  // The ticket itself is the permission: see tickets.test.ts.
  'GET /api/t/:ticket': 'everybody',
  'GET /api/logo': 'everybody',
  'GET /metrics': 'watcher',
  'POST /api/auth/login': 'everybody',
  'POST /api/auth/logout': 'everybody',
  'POST /api/tv/pairings': 'everybody',
  'GET /api/tv/pairings/:pairingId': 'everybody',
  // Protected in another way, by the secrets of the two browsers: see qr.test.ts.
  'POST /api/qr/init': 'qr',
  'POST /api/qr/:id/authorize': 'qr',
  'POST /api/qr/:id/finalize': 'qr',
  'POST /api/qr/:id/claim': 'qr',
  'GET /api/qr/:id/status': 'qr',

  'GET /api/auth/me': 'signed in',
  'POST /api/auth/screen': 'signed in',
  'POST /api/auth/change-password': 'signed in',
  'GET /api/patients': 'signed in',
  'GET /api/patients/next-number': 'signed in',
  'GET /api/estimates': 'signed in',
  'GET /api/patients/:id/ticket': 'signed in',
  'GET /api/tickets/test': 'signed in',
  'POST /api/patients': 'signed in',
  'PATCH /api/patients/:id/status': 'signed in',
  'DELETE /api/patients/:id': 'signed in',
  'POST /api/patients/reset-queue': 'signed in',
  'POST /api/patients/reset-queue/undo': 'signed in',
  'POST /api/patients/:id/back': 'signed in',
  'PATCH /api/patients/:id': 'signed in',
  'PATCH /api/patients/:id/queue': 'signed in',
  'GET /api/queues': 'signed in',
  'GET /api/appointments': 'signed in',
  'PUT /api/appointments/:day': 'signed in',
  'POST /api/appointments/:id/check-in': 'signed in',
  'POST /api/queues': 'admin',
  'PUT /api/queues/:id': 'admin',
  'DELETE /api/queues/:id': 'admin',
  'POST /api/patients/:id/undo': 'signed in',
  'POST /api/patients/:id/forget': 'admin',
  'GET /api/windows': 'signed in',
  'POST /api/windows': 'signed in',
  'PUT /api/windows/:id': 'signed in',
  'PUT /api/windows/:id/voice': 'admin',
  'GET /api/voice/recordings': 'admin',
  'PUT /api/voice/recordings/:language/:clip': 'admin',
  'DELETE /api/voice/recordings/:language/:clip': 'admin',
  'GET /api/voice/:language/clips/:file': 'admin',
  'GET /api/voice/:language/call.mp3': 'signed in',
  'PATCH /api/windows/:id/status': 'signed in',
  'POST /api/windows/:id/call-next': 'signed in',
  'DELETE /api/windows/:id': 'signed in',
  'GET /api/clock': 'admin',
  'POST /api/clock/confirm': 'admin',
  'GET /api/dashboard/notices': 'admin',
  'GET /api/dashboard/stats': 'signed in',
  'GET /api/dashboard/current-call': 'signed in',
  'GET /api/dashboard/history': 'signed in',
  'GET /api/dashboard/shown-calls': 'signed in',
  'GET /api/dashboard/calls': 'signed in',
  'GET /api/dashboard/getting-started': 'admin',
  'GET /api/dashboard/receipts': 'signed in',
  'GET /api/display': 'signed in',
  'GET /api/settings': 'signed in',
  'PUT /api/settings': 'signed in',
  'GET /api/themes/active': 'signed in',
  'GET /api/text-groups/active': 'signed in',
  'GET /api/media': 'signed in',
  'POST /api/media': 'signed in',
  'POST /api/media/upload': 'signed in',
  'GET /api/media/:id/file': 'signed in',
  'DELETE /api/media/:id': 'signed in',
  'GET /api/prayer-times': 'signed in',
  'GET /api/weather': 'signed in',
  'GET /api/events': 'signed in',

  'GET /api/users': 'admin',
  'POST /api/users': 'admin',
  'PATCH /api/users/:id/status': 'admin',
  'DELETE /api/users/:id': 'admin',
  'POST /api/tv-devices': 'admin',
  'POST /api/tv-devices/pair': 'admin',
  'PUT /api/tv-devices/:id': 'admin',
  'GET /api/tv-devices': 'admin',
  'GET /api/tv-devices/:id/shown-calls': 'admin',
  'PATCH /api/tv-devices/:id': 'admin',
  'POST /api/tv-devices/:id/:command{identify|chime|reload}': 'admin',
  'POST /api/tv-devices/:id/rotate': 'admin',
  'DELETE /api/tv-devices/:id': 'admin',
  'GET /api/tokens': 'admin',
  'POST /api/tokens': 'admin',
  'DELETE /api/tokens/:id': 'admin',
  'GET /api/v1/openapi.json': 'everybody',
  // By its rights: see tokens.test.ts.
  'POST /api/v1/patients': 'token',
  'POST /api/v1/patients/:id/back': 'token',
  'PUT /api/v1/appointments/:day': 'token',
  'GET /api/v1/queue': 'token',
  'GET /api/v1/queues': 'token',
  'GET /api/v1/events': 'token',
  'GET /api/v1/reports': 'token',
  'GET /api/audit': 'admin',
  'GET /api/audit/entries.csv': 'admin',
  'GET /api/backups': 'admin',
  // Or for all staff, as the clinic has set it: see reports.test.ts.
  'GET /api/reports': 'admin',
  'GET /api/reports/visits.csv': 'admin',
  'POST /api/backups': 'admin',
  'GET /api/backups/:name/file': 'admin',
  'POST /api/backups/:name/restore': 'admin',
  'DELETE /api/backups/:name': 'admin',

  'GET /api/tv/:token/settings': 'tv',
  'GET /api/tv/:token/themes/active': 'tv',
  'GET /api/tv/:token/text-groups/active': 'tv',
  'GET /api/tv/:token/calls': 'tv',
  'GET /api/tv/:token/shown-calls': 'tv',
  'GET /api/tv/:token/display': 'tv',
  'GET /api/tv/:token/prayer-times': 'tv',
  'GET /api/tv/:token/weather': 'tv',
  'GET /api/tv/:token/media/:id/file': 'tv',
  // A TV that an administrator added is refused: see screens.test.ts.
  'DELETE /api/tv/:token': 'tv',
  'GET /api/tv/:token/events': 'tv',
  'GET /api/tv/:token/calls/:sequence/voice/:file': 'tv',
  'POST /api/tv/:token/receipts': 'tv',
  'POST /api/tv/:token/heartbeat': 'tv',

  'GET /api/kiosk/:token': 'kiosk',
  'POST /api/kiosk/:token/patients': 'kiosk',
}

const ctx = await createTestApp()
const admin = await ctx.admin()
const clients = { signedOut: ctx.signedOut, user: await ctx.nurse(), admin }
const tv = await admin.post('/api/tv-devices', { userId: 1, name: 'Hall' })
const token: string = tv.body.token
const kiosk = await admin.post('/api/tv-devices', { userId: 1, name: 'Door', kind: 'kiosk' })
const kioskToken: string = kiosk.body.token
afterAll(() => ctx.close())

type Options = { withToken?: string; from?: string; headers?: Record<string, string> }

function send(client: Client, route: string, { withToken = token, ...options }: Options = {}) {
  const [method = '', path = ''] = route.split(' ')
  const address = path
    .replace(':token', withToken)
    .replace(/:\w*id/i, '999999')
    .replace(/:command.*/, 'chime')
  return client(address, { method, ...options })
}

/** Only whether access is allowed, not the result for an unknown id. */
const getStatus = async (...request: Parameters<typeof send>) => (await send(...request)).status

test('every route has a rule, and every rule has a route', () => {
  const routes = ctx.app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`)
  expect([...new Set(routes)].sort()).toEqual(Object.keys(RULES).sort())
})

const routesOf = (rule: Rule) => Object.keys(RULES).filter(route => RULES[route] === rule)
const SIGNED_IN_ROUTES = [...routesOf('signed in'), ...routesOf('admin')]
// Ends the session of its request.
const REQUESTED_LAST = 'POST /api/auth/logout'
const SIGN_IN = { status: 401, body: { error: 'Please sign in' } }
const ADMIN_ONLY = { status: 403, body: { error: 'Only an administrator may do this' } }

test.each(SIGNED_IN_ROUTES)(
  '%s is open to those whom its rule names, and not to a TV',
  async route => {
    expect(await send(clients.signedOut, route)).toMatchObject(SIGN_IN)
    const headers = { authorization: `Bearer ${token}`, cookie: `session=${token}` }
    expect(await send(clients.signedOut, route, { headers })).toMatchObject(SIGN_IN)
    const asUser = await send(clients.user, route)
    if (RULES[route] === 'admin') expect(asUser).toMatchObject(ADMIN_ONLY)
    else expect([401, 403]).not.toContain(asUser.status)
    expect([401, 403]).not.toContain(await getStatus(clients.admin, route))
  },
)

test.each(routesOf('watcher'))('%s is allowed from this machine only', async route => {
  expect(await getStatus(clients.signedOut, route, { from: '127.0.0.1' })).toBe(200)
  for (const client of Object.values(clients)) {
    expect(await getStatus(client, route)).toBe(403)
    expect(await getStatus(client, route, { from: '192.168.1.20' })).toBe(403)
  }
  const headers = { authorization: `Bearer ${token}` }
  expect(await getStatus(clients.signedOut, route, { headers })).toBe(403)
})

test.each(routesOf('tv'))("%s needs a TV's token, and cannot be written", async route => {
  const others: [part: string, status: number][] = [
    ['/media/', 404],
    ['/voice/', 404],
    ['/weather', 503],
    ['DELETE', 403],
    // Without a body.
    ['POST', 400],
  ]
  const expectedStatus = others.find(([part]) => route.includes(part))?.[1] ?? 200
  expect(await getStatus(clients.signedOut, route)).toBe(expectedStatus)
  const withToken = 'a'.repeat(32)
  expect(await getStatus(clients.signedOut, route, { withToken })).toBe(404)
  expect(await getStatus(clients.admin, route, { withToken })).toBe(404)
  if (!route.startsWith('GET ')) return
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const write = route.replace('GET', method)
    expect([404, 405]).toContain(await getStatus(clients.signedOut, write))
  }
})

/** Without a body where one is needed. */
const OF_KIOSK: Record<string, number> = {
  'GET /api/kiosk/:token': 200,
  'POST /api/kiosk/:token/patients': 400,
}

test.each(routesOf('kiosk'))("%s needs a kiosk's token", async route => {
  const withToken = kioskToken
  expect(await getStatus(clients.signedOut, route, { withToken })).toBe(OF_KIOSK[route] ?? 0)
  for (const other of [token, 'a'.repeat(32)]) {
    for (const client of [clients.signedOut, clients.admin]) {
      expect(await getStatus(client, route, { withToken: other })).toBe(404)
    }
  }
})

test.each(Object.keys(RULES))("%s takes a kiosk's token for what it is", async route => {
  const headers = { authorization: `Bearer ${kioskToken}`, cookie: `session=${kioskToken}` }
  const { status } = await send(clients.signedOut, route, { withToken: kioskToken, headers })
  const refused: Partial<Record<Rule, number>> = {
    'signed in': 401,
    admin: 401,
    token: 401,
    watcher: 403,
    tv: 404,
    kiosk: OF_KIOSK[route],
  }
  const expected = refused[RULES[route] ?? 'everybody']
  if (expected !== undefined) expect(status).toBe(expected)
  // As for anybody else: its token opens nothing there.
  else expect(status).toBe(await getStatus(clients.signedOut, route))
})

test('public routes need no sign-in', async () => {
  const open = routesOf('everybody').filter(route => route !== REQUESTED_LAST)
  for (const route of [...open, REQUESTED_LAST]) {
    expect([401, 403]).not.toContain(await getStatus(clients.signedOut, route))
  }
})
