import { createMiddleware } from 'hono/factory'
import { DEADLINE_HEADER, TOO_LATE } from '#domain/deadline'
import { DomainError } from '#domain/errors'
import type { AppEnv } from './auth.ts'

/** A write that begins after its sender gave up is refused: a busy server reads requests late. */
export const deadline = createMiddleware<AppEnv>(async (c, next) => {
  const value = c.req.header(DEADLINE_HEADER)
  if (value === undefined) return next()
  const until = Date.parse(value)
  if (Number.isNaN(until)) {
    const message = `${DEADLINE_HEADER} must be a time such as 2026-01-31T08:00:00.000Z`
    throw new DomainError(message, { status: 400 })
  }
  const { app } = c.var
  let hasBegun = false
  function begin() {
    // What has begun is carried out completely.
    if (!hasBegun && Date.parse(app.now()) > until) {
      throw new DomainError(TOO_LATE, { status: 408 })
    }
    hasBegun = true
  }
  c.set('app', {
    ...app,
    runEffect: effect =>
      app.runEffect(async () => {
        begin()
        return effect()
      }),
    write: work =>
      app.write(async tx => {
        begin()
        return work(tx)
      }),
  })
  await next()
})
