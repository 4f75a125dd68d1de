import { createMiddleware } from 'hono/factory'
import { DomainError } from '#domain/errors'
import { readBody } from '../../security/request-body.ts'

/**
 * A larger body is refused with 413 and this sentence. Hono's own limit would leave the rest of a
 * chunked body unread.
 */
export function limitBody(maxBytes: number, sentence: string, field?: string) {
  const createError = () =>
    new DomainError(sentence, { status: 413, ...(field === undefined ? {} : { field }) })
  return createMiddleware(async (c, next) => {
    const request = c.req.raw
    const length = request.headers.get('content-length')
    if (Number(length) > maxBytes) throw createError()
    if (length === null && request.body) {
      const body = await readBody(request.body, maxBytes)
      if (body === null) throw createError()
      c.req.raw = new Request(request, { body })
    }
    await next()
  })
}
