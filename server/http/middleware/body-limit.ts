import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { DomainError } from '#domain/errors'
import { readBody } from '../../security/request-size.ts'

/**
 * Rejects a larger body with 413 and this sentence. Hono's own limit would leave the rest of a
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

/** Five times as many as the largest valid body has, a list of a thousand appointments. */
const MAX_JSON_VALUES = 20_000
/** These bytes separate or open values. Texts may also contain them. */
const [COMMA, BRACKET, BRACE] = Buffer.from(',[{')

/** Counts before parsing, because JSON.parse takes 0.1 s for a body of 1 MB with small values. */
export function assertFewValues(body: Buffer) {
  let count = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === COMMA || byte === BRACKET || byte === BRACE) count++
  }
  if (count > MAX_JSON_VALUES)
    throw new DomainError('The body has too many values', { status: 413 })
}

/** More than enough, because a form has only a file and its name. */
const MAX_FORM_PARTS = 10
const NOT_A_FORM = 'The body must be a form with a file (multipart/form-data)'

/** Counts before parsing, because each part of a form costs time. */
export async function assertFewParts(c: Context) {
  const type = c.req.header('content-type') ?? ''
  if (/urlencoded/i.test(type)) throw new DomainError(NOT_A_FORM, { status: 400 })
  const [, boundary] = /boundary="?([^";]+)/i.exec(type) ?? []
  if (boundary === undefined) return
  const body = Buffer.from(await c.req.arrayBuffer())
  let at = -1
  for (let parts = 0; parts <= MAX_FORM_PARTS; parts++) {
    at = body.indexOf(`--${boundary}`, at + 1)
    if (at === -1) return
  }
  throw new DomainError('The form has too many parts', { status: 413 })
}
