import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { createMutex } from '#db/connection/mutex'
import type { Query } from '#db/connection/query'
import { findResponse, type StoredResponse, saveResponse } from '#db/repositories/idempotency-keys'
import { DomainError } from '#domain/errors'
import type { App } from '../../context.ts'
import type { AppEnv } from './auth.ts'

const MAX_KEY_LENGTH = 200
/** These depend on the request, not on the write: a retry with the same key may succeed. */
const NOT_STORED = [401, 403, 408, 429, 503]

type Options<Result> = {
  status?: 200 | 201 | 202
  /** Builds the body from the transaction's result; undefined stores nothing. */
  toBody?(result: Result): unknown
  /** Adds to a stored body what must not be stored, such as a token. */
  complete?(c: Context<AppEnv>, body: unknown): unknown
}

/** Rolls back a transaction or stops an effect when a concurrent request with the same key was first. */
class RepeatedRequest extends Error {
  constructor(readonly response: StoredResponse) {
    super('repeated request')
  }
}

/**
 * A write with an Idempotency-Key happens once: a repeated key gets the first status and body. A success
 * is saved in the transaction of its write, or right after its effect outside the database; an error after the request.
 */
export function idempotent<Result>(options: Options<Result> = {}) {
  const { status = 200, toBody = (result: Result): unknown => result, complete } = options
  const inTurn = createMutex()

  return createMiddleware<AppEnv>(async (c, next) => {
    const key = readKey(c)
    if (key === null) return next()
    const { app, baseApp, session } = c.var
    const id = { userId: session.user.id, key: `${c.req.method} ${c.req.path} ${key}` }
    const save = (tx: Query, response: StoredResponse) =>
      saveResponse(tx, id, response, Date.parse(app.now()))

    const stored = await app.read(db => findResponse(db, id))
    if (stored) return respond(c, stored)

    let isSaved = false
    c.set('app', { ...app, write: writeOnce, perform: performOnce })
    await next()
    const earlier = c.error instanceof RepeatedRequest ? c.error.response : await saveOutcome()
    if (!earlier) return
    c.error = undefined
    c.res = undefined
    c.res = respond(c, earlier)

    async function writeOnce<T>(work: Parameters<App['write']>[0]) {
      const { value, body } = await app.write(async tx => {
        await assertFirst(tx)
        // The route names `Result` for its own action, which is the only caller.
        const value = (await work(tx)) as T & Result
        const body = toBody(value)
        if (body !== undefined) await save(tx, { status, body })
        return { value, body }
      })
      isSaved = body !== undefined
      return value
    }

    function performOnce<T>(effect: () => Promise<T>) {
      return inTurn(async () => {
        await app.read(assertFirst)
        // As in `writeOnce`.
        const value = (await app.perform(effect)) as T & Result
        await app.write(tx => save(tx, { status, body: toBody(value) }))
        isSaved = true
        return value
      })
    }

    async function assertFirst(db: Query) {
      const stored = await findResponse(db, id)
      if (stored) throw new RepeatedRequest(stored)
    }

    /** Saves what is not saved yet. Returns the response of a concurrent request if that was first. */
    async function saveOutcome() {
      const response = isSaved ? null : await toStorable(c)
      if (!response) return null
      return baseApp.write(async tx => {
        const stored = await findResponse(tx, id)
        if (stored) return stored
        await save(tx, response)
        return null
      })
    }
  })

  function respond(c: Context<AppEnv>, { status, body }: StoredResponse) {
    const completed = complete && status < 400 ? complete(c, body) : body
    // Every status here was a response's before.
    return c.json(completed, status as ContentfulStatusCode)
  }
}

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
  const isFinalError = c.error instanceof DomainError && !NOT_STORED.includes(status)
  if (!c.res.ok && !isFinalError) return null
  return { status, body: await c.res.clone().json() }
}
