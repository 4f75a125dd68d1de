import { isUtf8 } from 'node:buffer'
import { zValidator } from '@hono/zod-validator'
import type { Context, ValidationTargets } from 'hono'
import { createMiddleware } from 'hono/factory'
import { ZodObject, type ZodType } from 'zod'
import type { $ZodIssue as ZodIssue } from 'zod/v4/core'
import { DomainError } from '#domain/errors'
import { decodeTable } from '#domain/tables/decode-table'
import { cleanText, cutText } from '#domain/text'
import { readBody } from '../../security/request-size.ts'
import { idParam } from '../schemas/fields.ts'
import { appointmentList, appointmentRow } from '../schemas/patients.ts'

const MAX_SHOWN_FIELD = 40

/** Rejects with the first invalid field (400). A test of all routes reads `target` and `form`. */
export function validate<Target extends keyof ValidationTargets, Form extends ZodType>(
  target: Target,
  form: Form,
) {
  const validator = zValidator(target, form, async (result, c) => {
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
  const sentence =
    known.length > 0 ? `Allowed fields: ${known.join(', ')}` : 'No fields are allowed here'
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

export async function readList(c: Context) {
  const type = c.req.header('content-type') ?? ''
  if (!/\bjson\b/i.test(type)) {
    const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1]
    return decodeTable(new Uint8Array(await c.req.arrayBuffer()), charset)
  }
  await assertUtf8Json(c)
  const parsed = appointmentList.safeParse(await c.req.json().catch(() => null))
  if (parsed.success) return parsed.data
  throw toInputError(parsed.error.issues[0], appointmentRow)
}

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

/** Rejects bytes that are not UTF-8, because a name would get replacement characters. */
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

async function assertUtf8Form(c: Context) {
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

/** Rejects a larger body with 413. Hono's own limit would leave a chunked body unread. */
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

/** Five times as many as in a list of a thousand appointments, the largest valid body. */
const MAX_JSON_VALUES = 20_000
/** These bytes separate or open values. Texts may also contain them. */
const [COMMA, BRACKET, BRACE] = Buffer.from(',[{')

/** Counts before parsing, because JSON.parse takes 0.1 s for a body of 1 MB with small values. */
function assertFewValues(body: Buffer) {
  let count = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === COMMA || byte === BRACKET || byte === BRACE) count++
  }
  if (count > MAX_JSON_VALUES)
    throw new DomainError('The body has too many values', { status: 413 })
}

const MAX_FORM_PARTS = 10
const NOT_A_FORM = 'The body must be a form with a file (multipart/form-data)'

async function assertFewParts(c: Context) {
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
