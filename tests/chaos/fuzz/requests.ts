import { join } from 'node:path'
import { SOCKET_PATH } from '#domain/events'
import { createApp } from '../../../server/app.ts'
import { listAssets, loadAssets } from '../../../server/http/assets.ts'
import { listRouteRequests, type RouteRequest } from '../../support/server/request-inputs.ts'
import { createTestClinic } from '../../support/server/test-clinic.ts'
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import type { FuzzRequest } from './exchange.ts'
import {
  hostileText,
  hostileValue,
  mutateRequest,
  mutateValue,
  PATH_PIECES,
} from './hostile-values.ts'
import type { Role } from './roles.ts'
import {
  type State,
  VALID_PARAMS,
  VALID_VALUES,
  validQuery,
  withUniqueNames,
} from './valid-values.ts'

const ROOT = join(import.meta.dirname, '../../..')
const ROLES_BY_SHARE: Role[] = ['nobody', 'tv', 'program', 'user', 'user', 'admin', 'admin']
const VALID = 0.4
const MAX_WEIGHT = 10
const SEED_STEP = 1_000_003

/** How much more often than others a route is asked for. */
const ROUTE_WEIGHTS: Record<string, number> = {
  'POST /api/patients': 3,
  'PATCH /api/patients/:id/status': 3,
  'POST /api/patients/reset-queue': 0.05,
  // Passwords are slow on purpose.
  'POST /api/auth/login': 0.3,
  'POST /api/auth/logout': 0.1,
  'POST /api/auth/change-password': 0.2,
  'POST /api/users': 0.3,
  // Each is a process of its own, or a whole archive.
  'POST /api/backups': 0.05,
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
type Draw = {
  random: SeededRandom
  role: Role
  isValid: boolean
  request: FuzzRequest
  targets: Targets
  state: State
}

/** The same seed makes the same requests, but for ids and secrets. */
export function createRequests(seed: number, targets: Targets, state: State) {
  return function createRequest(number: number): FuzzRequest {
    const random = createSeededRandom(seed * SEED_STEP + number)
    const role = random.oneOf(...ROLES_BY_SHARE)
    const empty: FuzzRequest = {
      role,
      route: '',
      method: 'GET',
      path: '/',
      headers: new Headers(),
      body: null,
      expected: 'answer',
    }
    if (role === 'program') {
      empty.headers.set('authorization', `Bearer ${state.roles.programToken()}`)
    }
    if (state.roles.cookie(role)) empty.headers.set('cookie', state.roles.cookie(role))
    const isValid = random.happens(VALID)
    const request = createUnchanged({ random, role, isValid, request: empty, targets, state })
    // With one address the limits would refuse most of the run.
    const address = [10, ...Array.from({ length: 3 }, () => Math.floor(random.next() * 256))]
    const isMetrics = request.path.startsWith('/metrics')
    if (!isMetrics) request.headers.set('x-forwarded-for', address.join('.'))
    if (isValid) return request
    do mutateRequest(request, random)
    while (random.happens(0.3))
    return request
  }
}

function createUnchanged(draw: Draw): FuzzRequest {
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
  if (route.includes(':token')) return 'tv'
  return route.includes('/api/v1/') ? 'program' : null
}

function createRouteRequest(target: RouteRequest, draw: Draw): FuzzRequest {
  const { route, pattern, samples, build } = target
  const { random, role, isValid, state } = draw
  const params = pickParams(pattern, draw)
  const make = (kind: 'json' | 'form') => {
    const value =
      VALID_VALUES[`${route} ${kind}`]?.(random, { ...state, role, params }) ??
      withUniqueNames(samples[kind], random)
    const isKept = isValid || value === undefined || random.happens(0.5)
    return isKept ? value : mutateValue(value, random)
  }
  const isValidQuery = isValid || random.happens(0.5)
  const query = isValidQuery ? validQuery(target, random) : hostileQuery(target, random)
  const [method = ''] = route.split(' ')
  const request = { ...draw.request, route, method, path: build({ params, query }).path }
  if (route === 'GET /metrics') request.headers.set('host', 'localhost')
  if (route.endsWith('events')) request.expected = 'anything'
  const cookies = [state.roles.cookie(role), state.known.cookiesOf(params.id ?? '')]
  if (cookies.some(Boolean)) request.headers.set('cookie', cookies.filter(Boolean).join('; '))
  writeBody(request, make('json'), make('form'))
  return request
}

function pickParams(pattern: string, draw: Draw): Record<string, string> {
  const found = [...pattern.matchAll(/([^/]*)\/:(\w+)/g)]
  return Object.fromEntries(
    found.map(([, kind = '', name = '']) => [name, pickParam(kind, name, draw).toWellFormed()]),
  )
}

/** Known values are found by the path segment before them. */
function pickParam(kind: string, name: string, { random, role, isValid, state }: Draw) {
  const known = state.known.pick(kind, random) ?? VALID_PARAMS[`${kind}/:${name}`]
  const isKnown = random.happens(isValid ? 0.95 : 0.6)
  const invented = random.oneOf(hostileText(random), String(Math.floor(random.next() * 50)))
  if (name === 'token' && role === 'tv') return state.roles.token()
  return isKnown && known !== undefined ? known : invented
}

function createEngineRequest({ random, request, state }: Draw): FuzzRequest {
  const { oneOf, happens } = random
  const version = happens(0.9) ? '4' : oneOf('3', '', 'x', '-1')
  const sid = `&sid=${state.known.pick('engine', random) ?? 'invented'}`
  const engine = (transport: string, others = ''): FuzzRequest => ({
    ...request,
    route: `ANY ${SOCKET_PATH}`,
    path: `${SOCKET_PATH}?EIO=${version}&transport=${transport}${others}`,
    expected: 'anything',
  })
  const messages = Array.from({ length: oneOf(1, 1, 2, 3) }, () => createPacket(random))
  const body = messages.join('\u001e')
  const oddId = oneOf('&sid=', '&sid=%00', '&sid=%ZZ', '&b64=1', '&j=1', '&t=x&t=y')
  return oneOf<() => FuzzRequest>(
    () => engine('polling'),
    () => engine('polling', sid),
    () => ({ ...engine('polling', sid), method: 'POST', body }),
    () => ({ ...engine('websocket', happens(0.5) ? sid : ''), messages }),
    () => engine(oneOf('', 'webtransport', 'polling', '__proto__'), oddId),
  )()
}

function createPacket(random: SeededRandom) {
  const json = JSON.stringify(hostileValue(random)) ?? ''
  return random.oneOf(
    ...['40', '40{"tvToken":"x"}', '41', '421', '1', '2probe', '3', 'bAAAA', '4'.repeat(70_000)],
    ...['42["qr:join",{"qrId":"x"}]', `42["qr:join",${json}]`, `42${json}`, `40${json}`],
    ...['45-["x",{"_placeholder":true,"num":0}]', '451-["x",{"_placeholder":true,"num":9}]'],
    hostileText(random).toWellFormed(),
  )
}

function hostileQuery({ samples }: RouteRequest, random: SeededRandom) {
  const names = Object.keys(samples.query ?? {})
  return Object.fromEntries(names.map(name => [name, hostileText(random).toWellFormed()]))
}

function writeBody(request: FuzzRequest, json: unknown, form: unknown) {
  if (json !== undefined) {
    request.body = JSON.stringify(json) ?? 'undefined'
    request.headers.set('content-type', 'application/json')
  } else if (form !== undefined) {
    request.body = encodeForm(form)
    request.headers.set('content-type', 'multipart/form-data; boundary=fuzz')
  }
}

/** Multipart with the boundary `fuzz`; bytes are files, anything else is text. */
function encodeForm(form: unknown) {
  const isObject = typeof form === 'object' && form !== null && !(form instanceof Uint8Array)
  const parts = Object.entries(isObject ? form : { '': form }).map(([name, value]) => {
    const isFile = value instanceof Uint8Array
    const fileName = isFile ? '; filename="poster.png"' : ''
    const head = `--fuzz\r\ncontent-disposition: form-data; name="${name}"${fileName}\r\n\r\n`
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
    const content = Buffer.from(isFile ? value : text)
    return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')])
  })
  return Buffer.concat([...parts, Buffer.from('--fuzz--\r\n')])
}
