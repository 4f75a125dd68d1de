import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { findResponse, type StoredResponse, saveResponse } from '#db/repositories/idempotency-keys'
import { DomainError } from '#domain/errors'
import type { App } from '../../context.ts'
import type { AppEnv } from './auth.ts'

const MAX_KEY_LENGTH = 200
/** These say nothing about the write itself: a retry with the same key may do better. */
const NOT_STORED = [401, 403, 429, 503]

type Options<Result> = {
  /** The status of the route's success. */
  status?: 200 | 201 | 202
  /** The body, from what the action's transaction returns; undefined stores nothing. */
  toBody?(result: Result): unknown
  /** Completes a stored body with what must not be stored, such as a token. */
  complete?(c: Context<AppEnv>, body: unknown): unknown
}

/** Thrown inside a transaction whose key was used by a request that ran at the same time. */
class RepeatedRequest extends Error {
  constructor(readonly response: StoredResponse) {
    super('this request was repeated')
  }
}

/**
 * A write with an Idempotency-Key happens once: a repeated key gets the first status and body, and the
 * handler does not run. A success is saved in the very transaction that it tells about; a refusal, and the
 * success of an action without a transaction, right after.
 */
export function idempotent<Result>(options: Options<Result> = {}) {
  const { status = 200, toBody = (result: Result): unknown => result, complete } = options

  return createMiddleware<AppEnv>(async (c, next) => {
    const key = readKey(c)
    if (key === null) return next()
    const { app, session } = c.var
    const at = { userId: session.user.id, key: `${c.req.method} ${c.req.path} ${key}` }
    const save = (tx: Parameters<typeof saveResponse>[0], response: StoredResponse) =>
      saveResponse(tx, at, response, Date.parse(app.now()))

    const known = await app.read(db => findResponse(db, at))
    if (known) return respond(c, known)

    let isSaved = false
    c.set('app', { ...app, write: writeOnce })
    await next()
    if (c.error instanceof RepeatedRequest) {
      const { response } = c.error
      c.error = undefined
      c.res = undefined
      c.res = respond(c, response)
      return
    }
    const response = isSaved ? null : await toStorable(c)
    if (response) await app.write(tx => save(tx, response))

    async function writeOnce<T>(work: Parameters<App['write']>[0]) {
      const { value, body } = await app.write(async tx => {
        const first = await findResponse(tx, at)
        if (first) throw new RepeatedRequest(first)
        // The route that names `Result` is the one whose action calls this.
        const value = (await work(tx)) as T & Result
        const body = toBody(value)
        if (body !== undefined) await save(tx, { status, body })
        return { value, body }
      })
      isSaved = body !== undefined
      return value
    }
  })

  function respond(c: Context<AppEnv>, { status, body }: StoredResponse) {
    const completed = complete && status < 400 ? complete(c, body) : body
    return Response.json(completed, { status })
  }
}

/** For routes that answer `{ success: true }`. */
export const idempotentSuccess = idempotent({ toBody: () => ({ success: true }) })

function readKey(c: Context) {
  const key = c.req.header('idempotency-key')
  if (!key) return null
  if (key.length <= MAX_KEY_LENGTH) return key
  const message = `Idempotency-Key must be at most ${MAX_KEY_LENGTH} characters`
  throw new DomainError(message, { status: 400 })
}

async function toStorable(c: Context): Promise<StoredResponse | null> {
  const { status } = c.res
  const isRefusal = c.error instanceof DomainError && !NOT_STORED.includes(status)
  if (!c.res.ok && !isRefusal) return null
  return { status, body: await c.res.clone().json() }
}
