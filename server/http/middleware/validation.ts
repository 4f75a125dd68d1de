import { zValidator } from '@hono/zod-validator'
import type { Context, ValidationTargets } from 'hono'
import { ZodObject, type ZodType } from 'zod'
import type { $ZodIssue as ZodIssue } from 'zod/v4/core'
import { DomainError } from '#domain/errors'
import { cleanText, cutText } from '#domain/text'
import { idParam } from '../schemas/fields.ts'
import { assertFewParts } from './body-limit.ts'
import { limitLists } from './list-lengths.ts'
import { assertUtf8Form, assertUtf8Json } from './utf8.ts'

const MAX_SHOWN_FIELD = 40

/** The 400 names the first invalid field. Tests of all routes read `target` and `form`. */
export function validate<Target extends keyof ValidationTargets, Form extends ZodType>(
  target: Target,
  form: Form,
) {
  const validator = zValidator(target, limitLists(form), async (result, c) => {
    if (target === 'form') await assertUtf8Form(c)
    if (result.success) return
    if (target === 'param') throw new DomainError('Not found', { status: 404 })
    throw toInputError(result.error.issues[0], form)
  })
  const checked: typeof validator = async (c, next) => {
    if (target === 'json') {
      assertJson(c)
      await assertUtf8Json(c)
    }
    if (target === 'form') await assertFewParts(c)
    return validator(c, next)
  }
  return Object.assign(checked, { target, form })
}

/** Runs before the Idempotency-Key is checked, so a corrected request may reuse its key. */
export function toInputError(issue: ZodIssue | undefined, form: ZodType) {
  if (issue?.code !== 'unrecognized_keys') {
    const field = issue?.path.join('.')
    return new DomainError(issue?.message ?? 'Invalid input', {
      status: 400,
      ...(field ? { field } : {}),
    })
  }
  const known = form instanceof ZodObject ? Object.keys(form.shape) : []
  // Cut the key first, because it may be long and counting characters is slow.
  const start = issue.keys[0]?.slice(0, MAX_SHOWN_FIELD * 10) ?? ''
  const field = cleanText(cutText(start, MAX_SHOWN_FIELD))
  const sentence = known.length > 0 ? `Known are ${known.join(', ')}` : 'None is known here'
  return new DomainError(`Unknown field: ${field}. ${sentence}`, { status: 400, field })
}

export const byId = validate('param', idParam)

/** Hono would read a body of another type as an empty body. */
function assertJson(c: Context) {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/([a-z0-9.+-]*\+)?json\b/i.test(type)) {
    throw new DomainError('The body must be JSON', { status: 400 })
  }
}
