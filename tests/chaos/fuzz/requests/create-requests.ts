import type { RouteRequest } from '../../../support/server/request-inputs.ts'
import { createSeededRandom, type SeededRandom } from '../../seeded-random.ts'
import { ROLES, type Role } from '../roles.ts'
import { createEngineRequest } from './engine-requests.ts'
import { hostileText, PATH_PIECES } from './hostile-values.ts'
import { mutate, mutateValue } from './mutations.ts'
import { createEmptyRequest, encodeForm, type FuzzRequest, setHeader } from './request.ts'
import type { Target } from './targets.ts'
import { type State, VALID_PARAMS, VALID_VALUES, validQuery } from './valid-values.ts'
import { createPicker } from './weighted-picker.ts'

const ROLE_WEIGHTS: Record<Role, number> = { nobody: 0.15, tv: 0.2, user: 0.3, admin: 0.35 }
const VALID = 0.4
const SEED_STEP = 1_000_003

type Options = { seed: number; targets: Target[]; files: string[]; state: State }
type Draw = { random: SeededRandom; role: Role; isValid: boolean }

/** The requests of a run by their number. The same seed makes the same ones, but for ids and secrets. */
export function createRequests({ seed, targets, files, state }: Options) {
  const byRole = new Map(ROLES.map(role => [role, createPicker(targets, weightFor(role))]))
  const pickRole = createPicker([...ROLES], role => ROLE_WEIGHTS[role])

  return function createRequest(number: number): FuzzRequest {
    const random = createSeededRandom(seed * SEED_STEP + number)
    const draw = { random, role: pickRole(random), isValid: random.happens(VALID) }
    const request = createUnchanged(draw)
    // As behind a proxy: each has its own address, so that limits do not refuse most of the run.
    const address = [10, ...Array.from({ length: 3 }, () => Math.floor(random.next() * 256))]
    const isMetrics = request.path.startsWith('/metrics')
    if (!isMetrics) setHeader(request, 'x-forwarded-for', address.join('.'))
    if (draw.isValid) return request
    do mutate(request, random)
    while (random.happens(0.3))
    return request
  }

  function createUnchanged(draw: Draw): FuzzRequest {
    const { random, role } = draw
    const empty = createEmptyRequest(role, state.roles.cookie(role))
    const kind = random.next()
    if (kind < 0.04) return createEngineRequest(empty, random, state.known)
    if (kind < 0.08) return { ...empty, route: 'GET file', path: random.oneOf(...files) }
    if (kind < 0.1) {
      const folder = random.oneOf('', 'api/', 'assets/', 'API/', 'tv/', 'api/tv/')
      const path = `/${folder}${random.oneOf(...PATH_PIECES)}`
      return { ...empty, route: 'unknown', path, expected: 'anything' }
    }
    const target = byRole.get(role)?.(random)
    if (!target) throw new Error(`no route for ${role}`)
    return createRouteRequest(target, empty, draw)
  }

  function createRouteRequest(target: Target, empty: FuzzRequest, draw: Draw): FuzzRequest {
    const { route, pattern, samples, build } = target
    const { random, role, isValid } = draw
    const params = pickParams(pattern, draw)
    const context = { ...state, role, params }
    const make = (kind: 'json' | 'form') => {
      const value = VALID_VALUES[`${route} ${kind}`]?.(random, context) ?? samples[kind]
      return isValid || value === undefined || random.happens(0.5)
        ? value
        : mutateValue(value, random)
    }
    const query =
      isValid || random.happens(0.5) ? validQuery(target, random) : hostileQuery(target, random)
    const [method = ''] = route.split(' ')
    const request = { ...empty, route, method, path: build({ params, query }).path }
    request.isAuthentic ||= role === 'tv' && params.token === state.roles.token()
    if (route === 'GET /metrics') setHeader(request, 'host', 'localhost')
    if (/events$/.test(route)) request.expected = 'start'
    const cookies = [state.roles.cookie(role), state.known.cookiesOf(params.id ?? '')]
    if (cookies.some(Boolean)) setHeader(request, 'cookie', cookies.filter(Boolean).join('; '))
    writeBody(request, { json: make('json'), form: make('form') })
    return request
  }

  function pickParams(pattern: string, draw: Draw): Record<string, string> {
    const found = [...pattern.matchAll(/([^/]*)\/:(\w+)/g)]
    return Object.fromEntries(
      found.map(([, kind = '', name = '']) => [name, pickParam(kind, name, draw).toWellFormed()]),
    )
  }

  /** Known values are found by the path segment before them. */
  function pickParam(kind: string, name: string, { random, role, isValid }: Draw) {
    const known = state.known.pick(kind, random) ?? VALID_PARAMS[`${kind}/:${name}`]
    const isKnown = random.happens(isValid ? 0.95 : 0.6)
    const invented = random.oneOf(hostileText(random), String(Math.floor(random.next() * 50)))
    if (name === 'token' && role === 'tv') return state.roles.token()
    return isKnown && known !== undefined ? known : invented
  }
}

function hostileQuery({ samples }: Target, random: SeededRandom) {
  const names = Object.keys(samples.query ?? {})
  return Object.fromEntries(names.map(name => [name, hostileText(random).toWellFormed()]))
}

function writeBody(request: FuzzRequest, { json, form }: { json: unknown; form: unknown }) {
  if (json !== undefined) {
    request.body = Buffer.from(JSON.stringify(json) ?? 'undefined')
    setHeader(request, 'content-type', 'application/json')
  } else if (form !== undefined) {
    request.body = encodeForm(form)
    setHeader(request, 'content-type', 'multipart/form-data; boundary=fuzz')
  }
}

function weightFor(role: Role) {
  return ({ pattern, weight }: Target & RouteRequest) => {
    const isForTv = pattern.includes(':token')
    if (role === 'tv') return isForTv ? weight * 10 : weight
    return isForTv ? weight / 4 : weight
  }
}
