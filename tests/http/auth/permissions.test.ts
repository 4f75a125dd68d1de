import { afterAll, expect, test } from 'bun:test'
import { type Client, createTestApp } from '../../support/server/test-app.ts'

/**
 * Who may use a route: everybody, monitoring on this machine, the two browsers of a QR sign-in,
 * any signed-in user, administrators, the TV or the kiosk whose token is in the path, or another
 * program.
 */
type Rule = 'everybody' | 'watcher' | 'qr' | 'signed in' | 'admin' | 'tv' | 'kiosk' | 'token'
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Every route. A missing or outdated one makes the first test fail. */
const RULES_OF_PATHS: Record<string, Partial<Record<Method, Rule>>> = {
  '/healthz': { GET: 'everybody' },
  // The ticket itself is the permission: see tickets.test.ts.
  '/api/t/:ticket': { GET: 'everybody' },
  '/api/logo': { GET: 'everybody' },
  '/metrics': { GET: 'watcher' },
  '/api/auth/login': { POST: 'everybody' },
  '/api/auth/logout': { POST: 'everybody' },
  '/api/tv/pairings': { POST: 'everybody' },
  '/api/tv/pairings/:pairingId': { GET: 'everybody' },
  // Protected in another way, by the secrets of the two browsers: see qr.test.ts.
  '/api/qr/init': { POST: 'qr' },
  '/api/qr/:id/authorize': { POST: 'qr' },
  '/api/qr/:id/finalize': { POST: 'qr' },
  '/api/qr/:id/claim': { POST: 'qr' },
  '/api/qr/:id/status': { GET: 'qr' },
  '/api/auth/me': { GET: 'signed in' },
  '/api/auth/screen': { POST: 'signed in' },
  '/api/auth/change-password': { POST: 'signed in' },
  '/api/patients': { GET: 'signed in', POST: 'signed in' },
  '/api/patients/next-number': { GET: 'signed in' },
  '/api/estimates': { GET: 'signed in' },
  '/api/patients/:id/ticket': { GET: 'signed in' },
  '/api/tickets/test': { GET: 'signed in' },
  '/api/patients/:id/status': { PATCH: 'signed in' },
  '/api/patients/:id': { DELETE: 'signed in', PATCH: 'signed in' },
  '/api/patients/reset-queue': { POST: 'signed in' },
  '/api/patients/reset-queue/undo': { POST: 'signed in' },
  '/api/patients/:id/back': { POST: 'signed in' },
  '/api/patients/:id/queue': { PATCH: 'signed in' },
  '/api/queues': { GET: 'signed in', POST: 'admin' },
  '/api/appointments': { GET: 'signed in' },
  '/api/appointments/:day': { PUT: 'signed in' },
  '/api/appointments/:id/check-in': { POST: 'signed in' },
  '/api/queues/:id': { PUT: 'admin', DELETE: 'admin' },
  '/api/patients/:id/undo': { POST: 'signed in' },
  '/api/patients/:id/forget': { POST: 'admin' },
  '/api/windows': { GET: 'signed in', POST: 'signed in' },
  '/api/windows/:id': { PUT: 'signed in', DELETE: 'signed in' },
  '/api/windows/:id/voice': { PUT: 'admin' },
  '/api/voice/recordings': { GET: 'admin' },
  '/api/voice/recordings/:language/:clip': { PUT: 'admin', DELETE: 'admin' },
  '/api/voice/:language/clips/:file': { GET: 'admin' },
  '/api/voice/:language/call.mp3': { GET: 'signed in' },
  '/api/windows/:id/status': { PATCH: 'signed in' },
  '/api/windows/:id/call-next': { POST: 'signed in' },
  '/api/clock': { GET: 'admin' },
  '/api/clock/confirm': { POST: 'admin' },
  '/api/dashboard/notices': { GET: 'admin' },
  '/api/dashboard/stats': { GET: 'signed in' },
  '/api/dashboard/current-call': { GET: 'signed in' },
  '/api/dashboard/history': { GET: 'signed in' },
  '/api/dashboard/shown-calls': { GET: 'signed in' },
  '/api/dashboard/calls': { GET: 'signed in' },
  '/api/dashboard/getting-started': { GET: 'admin' },
  '/api/dashboard/receipts': { GET: 'signed in' },
  '/api/display': { GET: 'signed in' },
  '/api/settings': { GET: 'signed in', PUT: 'signed in' },
  '/api/themes/active': { GET: 'signed in' },
  '/api/text-groups/active': { GET: 'signed in' },
  '/api/media': { GET: 'signed in', POST: 'signed in' },
  '/api/media/upload': { POST: 'signed in' },
  '/api/media/:id/file': { GET: 'signed in' },
  '/api/media/:id': { DELETE: 'signed in' },
  '/api/prayer-times': { GET: 'signed in' },
  '/api/weather': { GET: 'signed in' },
  '/api/events': { GET: 'signed in' },
  '/api/users': { GET: 'admin', POST: 'admin' },
  '/api/users/:id/status': { PATCH: 'admin' },
  '/api/users/:id': { DELETE: 'admin' },
  '/api/tv-devices': { POST: 'admin', GET: 'admin' },
  '/api/tv-devices/pair': { POST: 'admin' },
  '/api/tv-devices/:id': { PUT: 'admin', PATCH: 'admin', DELETE: 'admin' },
  '/api/tv-devices/:id/shown-calls': { GET: 'admin' },
  '/api/tv-devices/:id/:command{identify|chime|reload}': { POST: 'admin' },
  '/api/tv-devices/:id/rotate': { POST: 'admin' },
  '/api/tokens': { GET: 'admin', POST: 'admin' },
  '/api/tokens/:id': { DELETE: 'admin' },
  '/api/v1/openapi.json': { GET: 'everybody' },
  // By its rights: see tokens.test.ts.
  '/api/v1/patients': { POST: 'token' },
  '/api/v1/patients/:id/back': { POST: 'token' },
  '/api/v1/appointments/:day': { PUT: 'token' },
  '/api/v1/queue': { GET: 'token' },
  '/api/v1/queues': { GET: 'token' },
  '/api/v1/events': { GET: 'token' },
  '/api/v1/reports': { GET: 'token' },
  '/api/audit': { GET: 'admin' },
  '/api/audit/entries.csv': { GET: 'admin' },
  '/api/backups': { GET: 'admin', POST: 'admin' },
  // Or for all staff, as the clinic has set it: see reports.test.ts.
  '/api/reports': { GET: 'admin' },
  '/api/reports/visits.csv': { GET: 'admin' },
  '/api/backups/:name/file': { GET: 'admin' },
  '/api/backups/:name/restore': { POST: 'admin' },
  '/api/backups/:name': { DELETE: 'admin' },
  '/api/tv/:token/settings': { GET: 'tv' },
  '/api/tv/:token/themes/active': { GET: 'tv' },
  '/api/tv/:token/text-groups/active': { GET: 'tv' },
  '/api/tv/:token/calls': { GET: 'tv' },
  '/api/tv/:token/shown-calls': { GET: 'tv' },
  '/api/tv/:token/display': { GET: 'tv' },
  '/api/tv/:token/prayer-times': { GET: 'tv' },
  '/api/tv/:token/weather': { GET: 'tv' },
  '/api/tv/:token/media/:id/file': { GET: 'tv' },
  // A TV that an administrator added is refused: see screens.test.ts.
  '/api/tv/:token': { DELETE: 'tv' },
  '/api/tv/:token/events': { GET: 'tv' },
  '/api/tv/:token/calls/:sequence/voice/:file': { GET: 'tv' },
  '/api/tv/:token/receipts': { POST: 'tv' },
  '/api/tv/:token/heartbeat': { POST: 'tv' },
  '/api/kiosk/:token': { GET: 'kiosk' },
  '/api/kiosk/:token/patients': { POST: 'kiosk' },
}

/** By method and path. */
const RULES = Object.fromEntries(
  Object.entries(RULES_OF_PATHS).flatMap(([path, rules]) =>
    Object.entries(rules).map(([method, rule]) => [`${method} ${path}`, rule] as const),
  ),
)

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

test('public routes need no sign-in', async () => {
  const open = routesOf('everybody').filter(route => route !== REQUESTED_LAST)
  for (const route of [...open, REQUESTED_LAST]) {
    expect([401, 403]).not.toContain(await getStatus(clients.signedOut, route))
  }
})
