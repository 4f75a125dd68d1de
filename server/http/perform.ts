import type { Context, TypedResponse } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isConstraintError } from '#db/connection/errors'
import {
  type Answer,
  findAnswer,
  type StoredAnswer,
  saveAnswer,
} from '#db/repositories/idempotency-keys'
import type { Actor, AuditedChange } from '#domain/audit/audit-entry'
import { type Answered, type ChangeJson, WITH_CHANGE_HEADER } from '#domain/change'
import { DomainError } from '#domain/errors'
import { isTokenSession } from '#domain/programs/api-token'
import { DEADLINE_HEADER, TOO_LATE } from '#domain/time'
import { commit, type Tx, type Written, write } from '../write.ts'
import { buildBody, withHash } from './answers.ts'
import { getActor } from './audit.ts'
import type { AppEnv } from './middleware/auth.ts'
import { toErrorBody } from './middleware/error-handler.ts'
import { type KeyedRequest, readKeyedRequest, takeTurn } from './request-key.ts'

type Performed<Body, Status> = Written & {
  audit: AuditedChange
  body: Body
  status?: Status
  /** Stored for a repeated key instead of `body`, if `body` contains personal data. */
  answer?: Answer
  /** A token in the body. Only its hash is stored. */
  secret?: string
  /** Runs after the commit. */
  after?: () => void
}

/** These errors depend on the request, not on the write, so a retry may succeed. */
const NOT_STORED = [401, 403, 408, 422, 429, 503]

function isStored({ status, isPersonal }: DomainError) {
  return !isPersonal && !NOT_STORED.includes(status)
}

/**
 * Saves the changes, the line in the audit and the answer in one transaction. Rejects a write after
 * its deadline, or if its sender lost the right. A repeated Idempotency-Key gets the first answer
 * again, including an error. A kiosk's errors are not stored, because anybody can cause many.
 */
export function perform<Body extends object, Status extends ContentfulStatusCode = 200>(
  c: Context<AppEnv>,
  work: (tx: Tx) => Promise<Performed<Body, Status>>,
) {
  return performPrepared(c, null, work)
}

/** `prepare` does work that would delay other writes, such as a slow hash. It changes no data. */
export async function performPrepared<
  Prepared,
  Body extends object,
  Status extends ContentfulStatusCode = 200,
>(
  c: Context<AppEnv>,
  prepare: (() => Promise<Prepared>) | null,
  work: (tx: Tx, prepared: Prepared) => Promise<Performed<Body, Status>>,
) {
  const { app, recheck } = c.var
  const request = await readKeyedRequest(c)

  async function runPrepare(prepare: () => Promise<Prepared>) {
    assertInTime(c, app.now())
    await app.read(recheck)
    return prepare()
  }

  async function carryOut() {
    // Safe: without `prepare`, `work` does not read the result.
    const prepared = prepare ? await runPrepare(prepare) : (undefined as Prepared)
    const { result, change } = await commit(app, getActor(c), async tx => {
      assertInTime(c, tx.now)
      await recheck(tx.db)
      const result = await work(tx, prepared)
      if (request) await save(tx, request, toStored(result))
      return result
    })
    result.after?.()
    return send(c, result.body, result.status ?? 200, change)
  }

  // Safe: a repeated answer has the same body as the first answer.
  type Answered = Response & TypedResponse<Body, Status, 'json'>
  if (!request) return (await carryOut()) as Answered
  return takeTurn(request, async () => {
    const stored = await app.read(async db => {
      // The body may have arrived long after the session was checked.
      await recheck(db)
      return findAnswer(db, request)
    })
    if (stored) return (await repeat(c, request, stored)) as Answered
    try {
      return (await carryOut()) as Answered
    } catch (cause) {
      const isTaken = isConstraintError(cause)
      // Another machine may have saved the same request first.
      const first = isTaken ? await app.read(db => findAnswer(db, request)) : null
      if (first) return (await repeat(c, request, first)) as Answered
      if (cause instanceof DomainError && isStored(cause) && !c.var.device) {
        const { status } = cause
        const answer = { body: toErrorBody(cause) }
        await write(app, getActor(c), async tx => save(tx, request, { status, answer }))
      }
      throw cause
    }
  })
}

async function save(
  { db, now }: Tx,
  { bodyHash, owner, userId, key }: KeyedRequest,
  stored: Omit<StoredAnswer, 'bodyHash'>,
) {
  await saveAnswer(db, { owner, userId, key }, { bodyHash, ...stored }, Date.parse(now))
  return {}
}

function toStored({ body, status = 200, answer, secret }: Performed<object, ContentfulStatusCode>) {
  if (secret === undefined) return { status, answer: answer ?? { body } }
  return { status, answer: withHash(body, secret) }
}

async function repeat(
  c: Context<AppEnv>,
  request: KeyedRequest,
  { bodyHash, status, answer }: StoredAnswer,
) {
  if (bodyHash !== request.bodyHash) {
    const sentence = 'This Idempotency-Key was already used with different content'
    throw new DomainError(sentence, { status: 422 })
  }
  return send(c, await buildBody(c, answer), status as ContentfulStatusCode, null)
}

function send(
  c: Context<AppEnv>,
  answer: unknown,
  status: ContentfulStatusCode,
  change: ChangeJson | null,
) {
  const isAsked = c.req.header(WITH_CHANGE_HEADER) !== undefined
  if (status >= 400 || !isAsked || !mayKnowChanges(c)) return c.json(answer, status)
  c.header(WITH_CHANGE_HEADER, '1')
  return c.json({ answer, change } satisfies Answered, status)
}

/** False for programs and kiosks, which get only the fields that their answers promise. */
function mayKnowChanges(c: Context<AppEnv>) {
  return !c.var.device && !isTokenSession(c.var.session.id)
}

/** Runs a write without a session, such as a sign-in. Rejects a write after its deadline. */
export function writeInTime<Result extends object>(
  c: Context<AppEnv>,
  by: Actor,
  work: (tx: Tx) => Promise<Result & Written>,
) {
  return write(c.var.app, by, async tx => {
    assertInTime(c, tx.now)
    return work(tx)
  })
}

/** Rejects a write whose sender has given up, because a busy server may read requests late. */
function assertInTime(c: Context, now: string) {
  const value = c.req.header(DEADLINE_HEADER)
  if (value === undefined) return
  const until = Date.parse(value)
  if (Number.isNaN(until)) {
    const message = `${DEADLINE_HEADER} must be a time such as 2026-01-31T08:00:00.000Z`
    throw new DomainError(message, { status: 400 })
  }
  if (Date.parse(now) > until) throw new DomainError(TOO_LATE, { status: 408 })
}
