import { zValidator } from '@hono/zod-validator'
import type { ValidationTargets } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ZodType } from 'zod'
import { DomainError } from '#domain/errors'

/** Meets unknown data with zod; a 400 names the first field that is wrong. Says itself what it takes. */
export function validate<Target extends keyof ValidationTargets, Form extends ZodType>(
  target: Target,
  form: Form,
) {
  const validator = zValidator(target, form, result => {
    if (result.success) return
    const [issue] = result.error.issues
    const field = issue?.path.join('.')
    const isMissingId = target === 'param'
    throw new DomainError(isMissingId ? 'Not found' : (issue?.message ?? 'Invalid input'), {
      status: isMissingId ? 404 : 400,
      ...(field ? { field } : {}),
    })
  })
  return Object.assign(validator, { target, form })
}

/** hono reads a body of another type as an empty one; here it is said instead. */
export const requireJson = createMiddleware(async (c, next) => {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/([a-z0-9.+-]*\+)?json\b/i.test(type)) {
    throw new DomainError('The body must be JSON', { status: 400 })
  }
  await next()
})
