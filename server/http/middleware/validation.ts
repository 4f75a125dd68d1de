import { zValidator } from '@hono/zod-validator'
import type { Context, ValidationTargets } from 'hono'
import type { ZodType } from 'zod'
import { DomainError } from '#domain/errors'
import { idParam } from '../schemas/fields.ts'

/** The 400 names the first invalid field. Tests of all routes read `target` and `form`. */
export function validate<Target extends keyof ValidationTargets, Form extends ZodType>(
  target: Target,
  form: Form,
) {
  const validator = zValidator(target, form, result => {
    if (result.success) return
    const [issue] = result.error.issues
    const field = issue?.path.join('.')
    const isParam = target === 'param'
    throw new DomainError(isParam ? 'Not found' : (issue?.message ?? 'Invalid input'), {
      status: isParam ? 404 : 400,
      ...(field ? { field } : {}),
    })
  })
  const checked: typeof validator = (c, next) => {
    if (target === 'json') assertJson(c)
    return validator(c, next)
  }
  return Object.assign(checked, { target, form })
}

export const byId = validate('param', idParam)

/** Hono would read a body of another type as an empty one. */
function assertJson(c: Context) {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/([a-z0-9.+-]*\+)?json\b/i.test(type)) {
    throw new DomainError('The body must be JSON', { status: 400 })
  }
}
