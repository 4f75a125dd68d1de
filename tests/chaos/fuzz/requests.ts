import { join } from 'node:path'
import { SOCKET_PATH } from '#domain/events'
import { createApp } from '../../../server/app.ts'
import { createSeededRandom, type SeededRandom } from '../../../server/cli/demo/seeded-random.ts'
import { listAssets, loadAssets } from '../../../server/http/assets.ts'
import { listRouteRequests, type RouteRequest } from '../../support/server/request-inputs.ts'
import { createTestClinic } from '../../support/server/test-clinic.ts'
import type { FuzzRequest } from './exchange.ts'
import { fillFields, PARAMS } from './fields.ts'
import {
  hostileText,
  hostileValue,
  mutateRequest,
  mutateValue,
  NAME_MARK,
  PATH_PIECES,
} from './hostile-values.ts'
import type { KnownValues } from './known-values.ts'
import { ROLES, type Role, type Roles } from './roles.ts'

const ROOT = join(import.meta.dirname, '../../..')
const ROLES_BY_SHARE: Role[] = [...ROLES, 'user', 'admin']
const VALID = 0.45
const MAX_WEIGHT = 10
const MAX_ROWS = 12
const LIST_ROUTE = /^PUT .*\/appointments\/:day$/
const SEED_STEP = 1_000_003

/** How much more often than others a route is asked for; the first that fits counts. */
const ROUTE_WEIGHTS: [RegExp, number][] = [
  // A process of its own, a whole archive, or a password, which is slow on purpose.
  [/POST .*backups$/, 0.05],
  [/reset-queue$|logout$|auth\/screen$/, 0.1],
  [/login$|change-password$|POST .*users$|backups\/:name\/file$/, 0.3],
  // Each needs what another request has made, or undoes it.
  [/\/back$|check-in$|\/tickets\/:ticket$/, 8],
  [/patients\/:id\/queue$|PATCH .*tv-devices|\/pair$/, 6],
  [/call-next$|GET .*appointments$|(PUT|POST) \/api\/queues/, 4],
  [/POST .*(patients|tv-devices)$|\/status$|DELETE .*backups/, 3],
  [/reset-queue\/undo$|PUT .*appointments|DELETE .*queues/, 2],
]

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

export type Targets = Awaited<ReturnType<typeof listTargets>>
export type State = { targets: Targets; known: KnownValues; roles: Roles }
type Draw = State & { random: SeededRandom; role: Role; isValid: boolean; request: FuzzRequest }

/** The same seed makes the same requests, but for ids, secrets and the boundaries of forms. */
export async function createRequest(seed: number, number: number, state: State) {
  const random = createSeededRandom(seed * SEED_STEP + number)
  const role = random.oneOf(...ROLES_BY_SHARE)
  const isValid = random.happens(VALID)
  const draw = { ...state, random, role, isValid, request: createEmpty(role, state) }
  const request = await createUnchanged(draw)
  // With one address the limits would refuse most of the run.
  const address = [10, ...Array.from({ length: 3 }, () => Math.floor(random.next() * 256))]
  const isMetrics = request.path.startsWith('/metrics')
  if (!isMetrics) request.headers.set('x-forwarded-for', address.join('.'))
  if (isValid) return request
  do mutateRequest(request, random)
  while (random.happens(0.3))
  return request
}

export function createRead(target: RouteRequest, state: State) {
  const [random, role] = [createSeededRandom(1), 'admin'] as const
  const request = createEmpty(role, state)
  return createRouteRequest(target, { ...state, random, role, isValid: true, request })
}

function createEmpty(role: Role, { roles }: State): FuzzRequest {
  const headers = new Headers(roles.getHeaders(role))
  return { role, route: '', method: 'GET', path: '/', headers, body: null, expected: 'answer' }
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

function createEngineRequest({ random, request, known }: Draw): FuzzRequest {
  const { oneOf, happens } = random
  const transport = oneOf('polling', 'polling', 'websocket', 'webtransport', '', '__proto__')
  const oddId = oneOf('&sid=', '&sid=%00', '&sid=%ZZ', '&b64=1', '&j=1', '&t=x&t=y')
  const sid = `&sid=${known.pick('engine', random) ?? 'invented'}`
  const version = happens(0.9) ? '4' : oneOf('3', '', 'x', '-1')
  const others = oneOf('', sid, sid, oddId)
  const messages = Array.from({ length: oneOf(1, 1, 2, 3) }, () => createPacket(random))
  const sent = happens(0.5) ? { method: 'POST', body: messages.join('\u001e') } : {}
  return {
    ...{ ...request, ...sent, expected: 'anything', route: `ANY ${SOCKET_PATH}` },
    path: `${SOCKET_PATH}?EIO=${version}&transport=${transport}${others}`,
    ...(transport === 'websocket' ? { messages } : {}),
  }
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

function pickRoute({ random, role, targets }: Draw): RouteRequest {
  for (;;) {
    const target = random.oneOf(...targets.routes)
    const weight = ROUTE_WEIGHTS.find(([pattern]) => pattern.test(target.route))?.[1] ?? 1
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
    const isJson = random.happens(0.6)
    request.body = createList(random, isValid, isJson ? known.all('queues') : null)
    headers.set('content-type', isJson ? 'application/json' : 'text/csv')
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

/** A day's appointments as a program sends them, or as CSV if there are no ids of queues. */
function createList(random: SeededRandom, isValid: boolean, queues: string[] | null) {
  const rows = Array.from({ length: Math.ceil(random.between(0, MAX_ROWS)) }, (_, n) => {
    const row = { time: `${8 + (n % 12)}:05`, name: `${NAME_MARK} A${n}` }
    const queueId = Number(random.oneOf('0', ...(queues ?? []))) || null
    return queues && random.happens(0.5) ? { ...row, queueId } : row
  })
  if (queues) return JSON.stringify(isValid ? rows : mutateValue(rows, random)) ?? ''
  const lines = ['Time,Name', ...rows.map(({ time, name }) => `${time},${name}`)]
  return [...lines, ...(isValid ? [] : [hostileText(random)])].join('\n')
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
