import { createMiddleware } from 'hono/factory'
import type { DomainError } from '#domain/errors'
import { readBody } from '../../security/request-body.ts'

/** Hono's own one would leave the rest of a chunked body unread. */
export function limitBody(maxBytes: number, createError: () => DomainError) {
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
