import type { RouteRequest } from '../../support/server/request-inputs.ts'
import { createSeededRandom, type SeededRandom } from '../load-scenario/seeded-random.ts'
import { createEngineRequest } from './engine-requests.ts'
import { hostileText, PATH_PIECES } from './hostile-values.ts'
import { mutate, mutateValue } from './mutations.ts'
import { encodeForm, type FuzzRequest, setHeader } from './request.ts'
import { ROLES, type Role } from './roles.ts'
import type { Target } from './targets.ts'
import { type State, VALID_VALUES, validQuery } from './valid-values.ts'

const ROLE_WEIGHTS: Record<Role, number> = { nobody: 0.15, tv: 0.2, user: 0.3, admin: 0.35 }
const VALID = 0.4
const SEED_STEP = 1_000_003

type Options = { seed: number; targets: Target[]; files: string[]; state: State }

/** The requests of a run by their number. The same seed makes the same ones, but for ids and secrets. */
export function createRequests({ seed, targets, files, state }: Options) {
  const byRole = new Map(ROLES.map(role => [role, createPicker(targets, weightFor(role))]))
  const pickRole = createPicker([...ROLES], role => ROLE_WEIGHTS[role])

  return function createRequest(number: number): FuzzRequest {
    const random = createSeededRandom(seed * SEED_STEP + number)
    const role = pickRole(random)
    const isValid = random.happens(VALID)
    const request = createBase(role, random, isValid)
    // A proxy's clients: each has its own address, so that limits do not refuse most of the run.
    const address = [10, ...Array.from({ length: 3 }, () => Math.floor(random.next() * 256))]
    if (!request.path.startsWith('/metrics'))
      setHeader(request, 'x-forwarded-for', address.join('.'))
    if (isValid) return request
    do mutate(request, random)
    while (random.happens(0.3))
    return request
  }

  function createBase(role: Role, random: SeededRandom, isValid: boolean): FuzzRequest {
    const kind = random.next()
    if (kind < 0.04) return createEngineRequest(createEmpty(role), random, state.known)
    if (kind < 0.08)
      return { ...createEmpty(role), route: 'GET file', path: random.oneOf(...files) }
    if (kind < 0.1) {
      const path = `/${random.oneOf('', 'api/', 'assets/', 'API/', 'tv/', 'api/tv/')}${random.oneOf(...PATH_PIECES)}`
      return { ...createEmpty(role), route: 'unknown', path, expected: 'anything' }
    }
    const target = byRole.get(role)?.(random)
    if (!target) throw new Error(`no route for ${role}`)
    return createRouteRequest(target, role, random, isValid)
  }

  function createRouteRequest(target: Target, role: Role, random: SeededRandom, isValid: boolean) {
    const { route, pattern, samples } = target
    const [method = ''] = route.split(' ')
    const params = Object.fromEntries(
      [...pattern.matchAll(/([^/]*)\/:(\w+)/g)].map(([, kind = '', name = '']) => [
        name,
        pickParam(kind, name, role, random, isValid).toWellFormed(),
      ]),
    )
    const make = (kind: 'query' | 'json' | 'form') =>
      VALID_VALUES[`${route} ${kind}`]?.(random, { ...state, role, params }) ??
      (kind === 'query' ? validQuery(samples.query, random) : samples[kind])
    const change = (value: unknown) =>
      isValid || value === undefined || random.happens(0.5) ? value : mutateValue(value, random)
    const request = createEmpty(role)
    request.route = route
    request.method = method
    request.path = target.build({ params, query: make('query') }).path
    request.isAuthentic ||= role === 'tv' && params.token === state.roles.token()
    if (route === 'GET /metrics') setHeader(request, 'host', 'localhost')
    if (/events$/.test(route)) request.expected = 'start'
    const cookies = [state.roles.cookie(role), state.known.cookiesOf(params.id ?? '')]
    if (cookies.some(Boolean)) setHeader(request, 'cookie', cookies.filter(Boolean).join('; '))
    writeBody(request, { json: change(make('json')), form: change(make('form')) })
    return request
  }

  function pickParam(
    kind: string,
    name: string,
    role: Role,
    random: SeededRandom,
    isValid: boolean,
  ) {
    if (name === 'token' && role === 'tv') return state.roles.token()
    const known = state.known.pick(kind, random)
    if (known !== undefined && random.happens(isValid ? 0.95 : 0.6)) return known
    return random.oneOf(
      hostileText(random),
      String(Math.floor(random.next() * 50)),
      crypto.randomUUID(),
    )
  }

  function createEmpty(role: Role): FuzzRequest {
    const cookie = state.roles.cookie(role)
    const headers: [string, string][] = [
      ['host', '127.0.0.1'],
      ...(cookie ? [['cookie', cookie] as [string, string]] : []),
    ]
    return {
      role,
      route: '',
      method: 'GET',
      path: '/',
      headers,
      body: null,
      expected: 'answer',
      afterUpgrade: null,
      isAuthentic: cookie !== '',
    }
  }
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

function createPicker<T>(items: T[], weightOf: (item: T) => number) {
  const total = items.reduce((sum, item) => sum + weightOf(item), 0)
  return (random: SeededRandom): T => {
    let left = random.next() * total
    for (const item of items) {
      left -= weightOf(item)
      if (left < 0) return item
    }
    throw new Error('nothing to pick from')
  }
}
