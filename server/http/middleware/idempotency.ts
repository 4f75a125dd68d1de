import type { Context, Next } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isConstraintError } from '#db/connection/errors'
import type { Query } from '#db/connection/query'
import {
  findResponse,
  type KeyOfUser,
  type StoredResponse,
  saveResponse,
} from '#db/repositories/idempotency-keys'
import { DomainError } from '#domain/errors'
import type { App } from '../../context.ts'
import { hashToken } from '../../security/tokens.ts'
import { recordWrite } from './audit.ts'
import type { AppEnv } from './auth.ts'
import { joinWrites } from './joined-writes.ts'
import { getRoutePattern } from './request-metrics.ts'

const MAX_KEY_LENGTH = 200
/** These depend on the request, not on the write: a retry with the same key may succeed. */
const NOT_STORED = [401, 403, 408, 429, 503]

/**
 * A write's changes, audit entry and response are one transaction; its events follow the commit.
 * A repeated Idempotency-Key gets the first response; errors are stored when the request ends.
 */
export const idempotent = createMiddleware<AppEnv>(async (c, next) => {
  const isRead = ['GET', 'HEAD'].includes(c.req.method)
  if (isRead || getRoutePattern(c) === undefined) return next()
  const key = readKey(c)
  if (key === null) return carryOut(c, next, null)
  const { app, session } = c.var
  const id = { userId: session.user.id, key: `${c.req.method} ${c.req.path} ${key}` }
  return inTurn(`${id.userId} ${id.key}`, async () => {
    const stored = await app.read(db => findResponse(db, id))
    return stored ? respond(c, stored) : carryOut(c, next, id)
  })
})

async function carryOut(c: Context<AppEnv>, next: Next, id: KeyOfUser | null) {
  const { app, baseApp } = c.var
  const joined = joinWrites(app)
  c.set('app', joined.app)
  await next()
  const response = await readStorable(c)
  const save = async (tx: Query) => {
    if (id && response) await saveResponse(tx, id, response, Date.parse(app.now()))
    if (!c.error) await recordWrite(c, tx)
  }
  try {
    const isSaved = await (c.error ? joined.rollBack() : joined.commit(save))
    const hasMore = !c.error || (id !== null && response !== null)
    if (!isSaved && hasMore) await baseApp.write(save)
  } catch (cause) {
    const first = id && isConstraintError(cause) && (await baseApp.read(db => findResponse(db, id)))
    if (!first) throw cause
    // Another machine was faster with the same request.
    c.error = undefined
    c.res = undefined
    c.res = respond(c, first)
  }
}

function respond(c: Context<AppEnv>, { status, body }: StoredResponse) {
  return c.json(showToken(body, c.var.app), status as ContentfulStatusCode)
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

function readKey(c: Context) {
  const key = c.req.header('idempotency-key')
  if (!key) return null
  if (key.length <= MAX_KEY_LENGTH) return key
  const message = `Idempotency-Key must be at most ${MAX_KEY_LENGTH} characters`
  throw new DomainError(message, { status: 400 })
}

async function readStorable(c: Context): Promise<StoredResponse | null> {
  const { status } = c.res
  const isFinalError = c.error instanceof DomainError && !NOT_STORED.includes(status)
  if (!c.res.ok && !isFinalError) return null
  return { status, body: hideToken(await c.res.clone().json()) }
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
