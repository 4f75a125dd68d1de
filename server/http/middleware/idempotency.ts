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
import { recordWrite } from './audit.ts'
import type { AppEnv } from './auth.ts'
import { joinWrites } from './joined-writes.ts'

const MAX_KEY_LENGTH = 200
/** These depend on the request, not on the write: a retry with the same key may succeed. */
const NOT_STORED = [401, 403, 408, 429, 503]

type Options = {
  /** Removes from a stored body what must not be stored, such as a token. */
  toStored?(body: never): unknown
  /** Adds it again to a repeated response. */
  complete?(c: Context<AppEnv>, stored: unknown): unknown
}

/**
 * All writes of the handler are one transaction, which also records the audit's entry; its events
 * are sent after the commit. A request with an Idempotency-Key is carried out once: a repeated key
 * gets the first response, which is stored in that transaction. An error, and the response of a
 * handler that writes nothing, is stored when the request has ended.
 */
export function idempotent({ toStored, complete }: Options = {}) {
  const inTurn = createTurns()

  return createMiddleware<AppEnv>(async (c, next) => {
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
      if (id && response) await saveResponse(tx, id, toSaved(response), Date.parse(app.now()))
      if (!c.error) await recordWrite(c, tx)
    }
    try {
      const isSaved = await (c.error ? joined.rollBack() : joined.commit(save))
      const hasMore = !c.error || (id !== null && response !== null)
      if (!isSaved && hasMore) await baseApp.write(save)
    } catch (cause) {
      const first =
        id && isConstraintError(cause) && (await baseApp.read(db => findResponse(db, id)))
      if (!first) throw cause
      // Another machine was faster with the same request.
      c.error = undefined
      c.res = undefined
      c.res = respond(c, first)
    }
  }

  function toSaved(response: StoredResponse) {
    // The route names the type of its own body.
    return toStored && response.status < 400
      ? { ...response, body: toStored(response.body as never) }
      : response
  }

  function respond(c: Context, { status, body }: StoredResponse) {
    const completed = complete && status < 400 ? complete(c, body) : body
    return c.json(completed, status as ContentfulStatusCode)
  }
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
  return { status, body: await c.res.clone().json() }
}

/** Requests with the same key wait for each other. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (last.get(key) ?? Promise.resolve()).then(work)
    const ended = result.catch(() => {})
    last.set(key, ended)
    try {
      return await result
    } finally {
      if (last.get(key) === ended) last.delete(key)
    }
  }
}
