import { isUtf8 } from 'node:buffer'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { DomainError } from '#domain/errors'
import { assertFewValues } from './body-limit.ts'

const NOT_UTF8 = 'The request is not UTF-8: a part of its text cannot be read'
const WRONG_CHARSET = 'The body must be JSON in UTF-8'
const HALF = 'A text has half of a character (an unpaired surrogate). Please type it again.'

const REPLACEMENT = '\ufffd'

/** Bun decodes bytes that are not UTF-8 to the replacement character, but leaves %-escapes. */
export const requireUtf8Address = createMiddleware(async (c, next) => {
  if (!isReadableAddress(c.req.url)) throw new DomainError(NOT_UTF8, { status: 400 })
  await next()
})

function isReadableAddress(url: string) {
  try {
    return !decodeURIComponent(url).includes(REPLACEMENT)
  } catch {
    return false
  }
}

/** Bun reads headers as Latin-1, which keeps every byte. */
export function assertUtf8Header(value: string) {
  if (!isUtf8(Buffer.from(value, 'latin1'))) throw new DomainError(NOT_UTF8, { status: 400 })
}

/** Rejects other bytes, because a name would be saved with replacement characters in it. */
export async function assertUtf8Json(c: Context) {
  const [, charset = 'utf-8'] =
    /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(c.req.header('content-type') ?? '') ?? []
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) throw new DomainError(WRONG_CHARSET, { status: 415 })
  const body = Buffer.from(await c.req.arrayBuffer())
  assertFewValues(body)
  if (!isUtf8(body)) throw new DomainError(NOT_UTF8, { status: 400 })
  if (hasHalfCharacter(body.toString())) throw new DomainError(HALF, { status: 400 })
}

/** True if an escaped surrogate has no partner. Ignores pairs and all other escapes. */
function hasHalfCharacter(json: string) {
  const half = /\\u[dD][89a-fA-F]/
  const pairs = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\[^u]/g
  return half.test(json) && half.test(json.replace(pairs, ''))
}

/** Checks a file's name and the other fields. The file's content may be any bytes. */
export async function assertUtf8Form(c: Context) {
  // The form is missing if the body had another type.
  const form = await c.req.bodyCache.formData
  const texts = [...(form ?? [])].flatMap(([name, value]) => [
    name,
    typeof value === 'string' ? value : value.name,
  ])
  const suspects = texts.filter(text => text.includes(REPLACEMENT))
  if (suspects.length === 0) return
  // A typed replacement character is in the raw body, but one that Bun inserted is not.
  const body = Buffer.from(await c.req.arrayBuffer())
  if (suspects.some(text => !body.includes(text))) throw new DomainError(NOT_UTF8, { status: 400 })
}
