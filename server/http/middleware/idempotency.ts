import type { Context, Next } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isConstraintError } from '#db/connection/errors'
import type { Query } from '#db/connection/query'
import {
  findAnswer,
  type RequestKey,
  type StoredAnswer,
  saveAnswer,
} from '#db/repositories/idempotency-keys'
import { DomainError } from '#domain/errors'
import { isTokenSession } from '#domain/programs/api-token'
import type { App } from '../../context.ts'
import { hashToken } from '../../security/tokens.ts'
import { buildBody } from '../answers.ts'
import { getRoutePattern } from '../route-pattern.ts'
import { recordWrite } from './audit.ts'
import type { AppEnv } from './auth.ts'
import { joinWrites } from './joined-writes.ts'
import { assertUtf8Header } from './utf8.ts'
import { InvalidInputError } from './validation.ts'

const MAX_KEY_LENGTH = 200
/** No route is as long. The path is stored with the key, and a backup takes only short ones. */
const MAX_PATH_LENGTH = 500
/** These depend on the request, not on the write: a retry with the same key may succeed. */
const NOT_STORED = [401, 403, 408, 422, 429, 503]

type KeyedRequest = RequestKey & { bodyHash: string }

/**
 * A write's changes, audit entry and answer are one transaction; its events follow the commit.
 * A repeated Idempotency-Key gets the first answer; errors are stored when the request ends.
 */
export const idempotent = createMiddleware<AppEnv>(async (c, next) => {
  const isRead = ['GET', 'HEAD'].includes(c.req.method)
  if (isRead || getRoutePattern(c) === undefined) return next()
  const request = await readKeyedRequest(c)
  if (request === null) return carryOut(c, next, null)
  const { app, recheck } = c.var
  return inTurn(`${request.userId ?? request.owner} ${request.key}`, async () => {
    const stored = await app.read(async db => {
      // The body may have come long after the session was checked.
      await recheck(db)
      return findAnswer(db, request)
    })
    return stored ? repeat(c, request, stored) : carryOut(c, next, request)
  })
})

async function carryOut(c: Context<AppEnv>, next: Next, request: KeyedRequest | null) {
  const { app, baseApp, recheck } = c.var
  const joined = joinWrites(app, recheck)
  c.set('app', joined.app)
  await joined.run(next)
  const answer = request && (await readStorable(c))
  const save = async (tx: Query) => {
    if (request && answer) {
      const { bodyHash, ...id } = request
      await saveAnswer(tx, id, { bodyHash, ...answer }, Date.parse(app.now()))
    }
    if (!c.error) await recordWrite(c, tx)
  }
  try {
    const isSaved = await (c.error ? joined.rollBack() : joined.commit(save))
    if (!isSaved && (!c.error || answer)) await baseApp.write(save)
  } catch (cause) {
    const isTaken = request !== null && isConstraintError(cause)
    const first = isTaken && (await baseApp.read(db => findAnswer(db, request)))
    if (!first) throw cause
    // Another machine was faster with the same request.
    c.error = undefined
    c.res = undefined
    c.res = await repeat(c, request, first)
  }
}

async function repeat(
  c: Context<AppEnv>,
  request: KeyedRequest,
  { bodyHash, status, answer }: StoredAnswer,
) {
  if (bodyHash !== request.bodyHash) {
    const sentence = 'This Idempotency-Key was used for a request with another content'
    throw new DomainError(sentence, { status: 422 })
  }
  const { baseApp: app } = c.var
  const body = 'body' in answer ? showToken(answer.body, app) : await buildBody(app, answer)
  return c.json(body, status as ContentfulStatusCode)
}

/** A new token is stored as its hash, wherever the response has it. */
function hideToken(body: unknown) {
  const token = getToken(body)
  return token === null ? body : replaceText(body, token, hashToken(token))
}

function showToken(body: unknown, { newTokens }: App) {
  const hash = getToken(body)
  if (hash === null) return body
  const token = newTokens.byHash(hash)
  if (token !== null) return replaceText(body, hash, token)
  const what = 'url' in Object(body) ? 'link' : 'token'
  throw new DomainError(`This ${what} was shown only once. Make a new one.`)
}

function getToken(body: unknown) {
  const hasToken = typeof body === 'object' && body !== null && 'token' in body
  return hasToken && typeof body.token === 'string' ? body.token : null
}

function replaceText(body: unknown, from: string, to: string): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(from, to))
}

async function readKeyedRequest(c: Context<AppEnv>): Promise<KeyedRequest | null> {
  const key = c.req.header('idempotency-key')
  if (!key) return null
  assertUtf8Header(key)
  if (key.length > MAX_KEY_LENGTH) {
    const message = `Idempotency-Key must be at most ${MAX_KEY_LENGTH} characters`
    throw new DomainError(message, { status: 400 })
  }
  const { id: owner, user } = c.var.session
  if (c.req.path.length > MAX_PATH_LENGTH) throw new DomainError('Not found', { status: 404 })
  return {
    owner,
    userId: isTokenSession(owner) ? null : user.id,
    key: `${c.req.method} ${c.req.path} ${key}`,
    bodyHash: await hashContent(c),
  }
}

const NEW_LINE = '\r\n'

/** Also of the query. A form's boundary is left out: it is another one each time it is sent. */
async function hashContent(c: Context) {
  const content = Buffer.from(await c.req.arrayBuffer())
  const hasher = new Bun.CryptoHasher('sha256').update(`${new URL(c.req.url).search}\n`)
  const [, boundary] = /boundary="?([^";]+)/i.exec(c.req.header('content-type') ?? '') ?? []
  if (boundary === undefined) return hasher.update(content).digest('hex')
  // Each part begins with a line of its own, the first one, too (RFC 2046).
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

async function readStorable(c: Context<AppEnv>) {
  const { status } = c.res
  const isRefused = c.error instanceof InvalidInputError || NOT_STORED.includes(status)
  const isFinalError = c.error instanceof DomainError && !isRefused
  if (!c.res.ok && !isFinalError) return null
  const { answer } = c.var
  if (c.res.ok && answer) return { status, answer }
  return { status, answer: { body: hideToken(await c.res.clone().json()) } }
}

const last = new Map<string, Promise<unknown>>()

async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const result = (last.get(key) ?? Promise.resolve()).then(work)
  const ended = result.catch(() => {})
  last.set(key, ended)
  try {
    return await result
  } finally {
    if (last.get(key) === ended) last.delete(key)
  }
}
