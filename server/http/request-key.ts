import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { RequestKey } from '#db/repositories/idempotency-keys'
import { getTvSessionId } from '#domain/display/tv-device'
import { DomainError } from '#domain/errors'
import { isTokenSession } from '#domain/programs/api-token'
import { hashToken } from '../security/tokens.ts'
import type { AppEnv } from './middleware/auth.ts'
import { assertUtf8Header } from './middleware/validation.ts'

const MAX_KEY_LENGTH = 200
/** Longer than any route. The path is stored with the key, and a backup allows only short paths. */
const MAX_PATH_LENGTH = 500

/** `oldKey` is the form that version 1.1.0 stored, with the client's text unhashed. */
export type KeyedRequest = RequestKey & { oldKey: string; bodyHash: string }

export async function readKeyedRequest(c: Context<AppEnv>): Promise<KeyedRequest | null> {
  const key = c.req.header('idempotency-key')
  if (!key) return null
  assertUtf8Header(key)
  if (key.length > MAX_KEY_LENGTH) {
    const message = `Idempotency-Key must be at most ${MAX_KEY_LENGTH} characters`
    throw new DomainError(message, { status: 400 })
  }
  if (c.req.path.length > MAX_PATH_LENGTH) throw new DomainError('Not found', { status: 404 })
  const { path, ...owner } = getOwner(c)
  const [route, bodyHash] = [`${c.req.method} ${path}`, await hashContent(c)]
  return { ...owner, key: `${route} ${hashToken(key)}`, oldKey: `${route} ${key}`, bodyHash }
}

/** Returns the route instead of a kiosk's path, because the path contains its token. */
function getOwner(c: Context<AppEnv>) {
  const { device, session } = c.var
  if (device) {
    return { owner: getTvSessionId(device.id), userId: null, path: getRoutePattern(c) }
  }
  const { id: owner, user } = session
  return { owner, userId: isTokenSession(owner) ? null : user.id, path: c.req.path }
}

const NEW_LINE = '\r\n'

/** Hashes the query and the body, but not a form's boundary, which differs in each attempt. */
async function hashContent(c: Context) {
  const content = Buffer.from(await c.req.arrayBuffer())
  const hasher = new Bun.CryptoHasher('sha256').update(`${new URL(c.req.url).search}\n`)
  const [, boundary] = /boundary="?([^";]+)/i.exec(c.req.header('content-type') ?? '') ?? []
  if (boundary === undefined) return hasher.update(content).digest('hex')
  // Each part, including the first, begins on a separate line (RFC 2046).
  const body = Buffer.concat([Buffer.from(NEW_LINE), content])
  const delimiter = `${NEW_LINE}--${boundary}`
  let start = 0
  for (;;) {
    const end = body.indexOf(delimiter, start)
    if (end === -1) return hasher.update(body.subarray(start)).digest('hex')
    hasher.update(body.subarray(start, end + NEW_LINE.length))
    start = end + delimiter.length
  }
}

const last = new Map<string, Promise<unknown>>()

/** Runs requests with the same key one after another, so the second finds the first's answer. */
export async function takeTurn<T>(
  { userId, owner, key }: RequestKey,
  work: () => Promise<T>,
): Promise<T> {
  const name = `${userId ?? owner} ${key}`
  const result = (last.get(name) ?? Promise.resolve()).then(work)
  const ended = result.catch(() => {})
  last.set(name, ended)
  try {
    return await result
  } finally {
    if (last.get(name) === ended) last.delete(name)
  }
}

/** Returns the first matching route, which answers. Middleware has the method `ALL`. */
export function getRoutePattern(c: Context) {
  return matchedRoutes(c).find(({ method }) => method !== 'ALL')?.path
}
