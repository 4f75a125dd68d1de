import { join } from 'node:path'
import { createApp } from '../../../server/app.ts'
import { createSeededRandom, type SeededRandom } from '../../../server/cli/demo/seeded-random.ts'
import { listAssets, loadAssets } from '../../../server/http/assets.ts'
import { listRouteRequests, type RouteRequest } from '../../support/server/request-inputs.ts'
import { createTestClinic } from '../../support/server/test-clinic.ts'
import { createList } from './appointment-lists.ts'
import { createEngineRequest } from './engine-requests.ts'
import type { FuzzRequest } from './exchange.ts'
import { fillFields, PARAMS } from './fields.ts'
import { hostileText, mutateRequest, mutateValue, PATH_PIECES } from './hostile-values.ts'
import type { KnownValues } from './known-values.ts'
import type { Role, Roles } from './roles.ts'

const ROOT = join(import.meta.dirname, '../../..')
const ROLES_BY_SHARE: Role[] = [
  'nobody',
  'tv',
  'kiosk',
  'program',
  'user',
  'user',
  'admin',
  'admin',
]
const VALID = 0.45
const MAX_WEIGHT = 10
const LIST_ROUTE = /^PUT .*\/appointments\/:day$/
const SEED_STEP = 1_000_003

/** How much more often than others a route is asked for. */
const ROUTE_WEIGHTS: Record<string, number> = {
  'POST /api/patients': 3,
  'PATCH /api/patients/:id/status': 3,
  'POST /api/patients/reset-queue': 0.1,
  // Only until the next registration.
  'POST /api/patients/reset-queue/undo': 2,
  // Passwords are slow on purpose.
  'POST /api/auth/login': 0.3,
  'POST /api/auth/logout': 0.1,
  'POST /api/auth/screen': 0.1,
  'POST /api/auth/change-password': 0.2,
  'POST /api/users': 0.3,
  // The ids of a list end with the next upload.
  'GET /api/appointments': 4,
  'PUT /api/appointments/:day': 2,
  'POST /api/appointments/:id/check-in': 8,
  // Each of them needs what another request has made.
  'POST /api/patients/:id/back': 8,
  'POST /api/v1/patients/:id/back': 8,
  'POST /api/windows/:id/call-next': 4,
  'GET /kiosk/:token/tickets/:ticket': 8,
  'PATCH /api/patients/:id/queue': 6,
  'PUT /api/queues/:id': 4,
  'DELETE /api/queues/:id': 2,
  'POST /api/queues': 4,
  'POST /api/tv-devices': 3,
  'PATCH /api/tv-devices/:id': 6,
  'POST /api/tv-devices/pair': 6,
  // Each is a process of its own, or a whole archive.
  'POST /api/backups': 0.05,
  'DELETE /api/backups/:name': 3,
  'GET /api/backups/:name/file': 0.2,
}

/** Every route that the program has, read from its router, and the paths of its files. */
export async function listTargets() {
  const test = await createTestClinic()
  try {
    const app = createApp(test.clinic, { assets: loadAssets() })
    const files = ['static', 'dist'].flatMap(folder => [...listAssets(join(ROOT, folder)).keys()])
    return { routes: listRouteRequests(app, {}, () => '1'), files }
  } finally {
    await test.close()
  }
}

type Targets = Awaited<ReturnType<typeof listTargets>>
type State = { targets: Targets; known: KnownValues; roles: Roles }
type Draw = State & { random: SeededRandom; role: Role; isValid: boolean; request: FuzzRequest }

/** The same seed makes the same requests, but for ids, secrets and the boundaries of forms. */
export async function createRequest(seed: number, number: number, state: State) {
  const random = createSeededRandom(seed * SEED_STEP + number)
  const role = random.oneOf(...ROLES_BY_SHARE)
  const isValid = random.happens(VALID)
  const empty: FuzzRequest = {
    ...{ role, route: '', method: 'GET', path: '/', body: null, expected: 'answer' },
    headers: new Headers(state.roles.getHeaders(role)),
  }
  const request = await createUnchanged({ ...state, random, role, isValid, request: empty })
  // With one address the limits would refuse most of the run.
  const address = [10, ...Array.from({ length: 3 }, () => Math.floor(random.next() * 256))]
  const isMetrics = request.path.startsWith('/metrics')
  if (!isMetrics) request.headers.set('x-forwarded-for', address.join('.'))
  if (isValid) return request
  do mutateRequest(request, random)
  while (random.happens(0.3))
  return request
}

function createUnchanged(draw: Draw): FuzzRequest | Promise<FuzzRequest> {
  const { random, request, targets } = draw
  const kind = random.next()
  if (kind < 0.04) return createEngineRequest(draw)
  if (kind < 0.08) return { ...request, route: 'GET file', path: random.oneOf(...targets.files) }
  if (kind < 0.1) {
    const folder = random.oneOf('', 'api/', 'assets/', 'API/', 'tv/', 'api/tv/')
    const path = `/${folder}${random.oneOf(...PATH_PIECES)}`
    return { ...request, route: 'unknown', path, expected: 'anything' }
  }
  return createRouteRequest(pickRoute(draw), draw)
}

function pickRoute({ random, role, targets }: Draw): RouteRequest {
  for (;;) {
    const target = random.oneOf(...targets.routes)
    const weight = ROUTE_WEIGHTS[target.route] ?? 1
    const owner = getOwner(target.route)
    const share = owner ? (role === owner ? 10 : 0.25) : role === 'program' ? 0.1 : 1
    if (random.happens((weight * share) / MAX_WEIGHT)) return target
  }
}

/** The only role that can use a route, if there is one. */
function getOwner(route: string): Role | null {
  if (route.includes('/kiosk/:token')) return 'kiosk'
  if (route.includes(':token')) return 'tv'
  return route.includes('/api/v1/') ? 'program' : null
}

async function createRouteRequest({ route, pattern, samples, build }: RouteRequest, draw: Draw) {
  const { random, isValid, known } = draw
  const params = pickParams(pattern, draw)
  const fill = (sample: unknown) => {
    const value = fillFields(sample, { ...draw, route, params })
    const isKept = isValid || value === undefined || random.happens(0.5)
    return isKept ? value : mutateValue(value, random)
  }
  const [query, form] = [fill(samples.query), fill(samples.form)].map(toTexts)
  const { method, path, json, body } = build({ params, query, json: fill(samples.json), form })
  const request = { ...draw.request, route, method, path, params }
  const { headers } = request
  if (route === 'GET /metrics') headers.set('host', 'localhost')
  if (route.endsWith('events')) request.expected = 'anything'
  const cookies = [headers.get('cookie') ?? [], known.all(`cookies of ${params.id}`)].flat()
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
  if (LIST_ROUTE.test(route)) {
    const list = createList(random, isValid, known.all('queues'))
    request.body = list.body
    headers.set('content-type', list.type)
  } else if (json !== undefined) {
    request.body = JSON.stringify(json)
    headers.set('content-type', 'application/json')
  } else if (body) {
    const encoded = new Response(body)
    // Before the body is read: the header is gone then.
    headers.set('content-type', encoded.headers.get('content-type') ?? '')
    request.body = await encoded.bytes()
  }
  return request
}

/** What the end of a path needs, that not every value of its kind is. */
const NEEDED = [
  ['v1/patients/:id/back', 'away for programs'],
  ['patients/:id/back', 'away'],
  ['windows/:id/call-next', 'free rooms'],
  ['tickets/:ticket', 'kiosk tickets'],
  ['tickets/:id', 'patients'],
] as const

/** Known values are found by the path segment before them. */
function pickParams(pattern: string, { random, role, isValid, known, roles }: Draw) {
  const found = [...pattern.matchAll(/([^/]*)\/:(\w+)/g)]
  const params = found.map(([place = '', segment = '', name = '']) => {
    const kind = NEEDED.find(([end]) => pattern.endsWith(end) && end.includes(place))?.[1]
    const learned = known.pick(kind ?? segment, random)
    const value = name === 'day' ? PARAMS[place] : (learned ?? PARAMS[place])
    const isKnown = random.happens(isValid ? 0.95 : 0.6)
    const invented = random.oneOf(hostileText(random), String(Math.floor(random.next() * 50)))
    const isDevice = role === 'tv' || role === 'kiosk'
    if (name === 'token' && isDevice) return [name, roles.deviceToken(role)]
    return [name, (isKnown && value !== undefined ? value : invented).toWellFormed()]
  })
  return Object.fromEntries(params)
}

/** As a query or a form has them; a file stays one. */
function toTexts(value: unknown) {
  if (value === undefined) return undefined
  const fields = Object.entries(typeof value === 'object' && value !== null ? value : { value })
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const isReady = typeof field === 'string' || field instanceof File
      return [name, isReady ? field : (JSON.stringify(field) ?? '')]
    }),
  )
}
