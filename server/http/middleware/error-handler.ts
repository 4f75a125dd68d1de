import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { TrieRouter } from 'hono/router/trie-router'
import { isConstraintError, isDiskFullError } from '#db/connection/errors'
import { DomainError } from '#domain/errors'

export const INTERNAL_ERROR_MESSAGE = 'Something went wrong. Please try again.'
const DISK_FULL_MESSAGE =
  "Nothing was saved: the disk of the clinic's computer is full. Please have some space freed, then try again."

/** Turns whatever was thrown into `{ error }` with the right status. */
export function handleError(trouble: Error, c: Context) {
  if (trouble instanceof DomainError) {
    const { message: error, field, status, retryAfterSeconds } = trouble
    if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds))
    return c.json(field === undefined ? { error } : { error, field }, status)
  }
  if (trouble instanceof HTTPException) return c.json({ error: trouble.message }, trouble.status)
  if (isConstraintError(trouble)) {
    return c.json({ error: 'Somebody else was faster. Please try again.' }, 409)
  }
  if (isAborted(trouble)) return c.json({ error: 'The request never ended' }, 400)
  if (isDiskFullError(trouble)) return c.json({ error: DISK_FULL_MESSAGE }, 507)
  return c.json({ error: INTERNAL_ERROR_MESSAGE }, 500)
}

/** Whether this is trouble of ours, to be logged, and not just a "no". */
export function isUnexpected(trouble: Error | undefined) {
  const isNo = trouble instanceof DomainError || trouble instanceof HTTPException
  return trouble !== undefined && !isNo && !isConstraintError(trouble) && !isAborted(trouble)
}

/** Whoever asked left, or was too slow, in the middle of his request; nothing of ours is wrong. */
function isAborted(trouble: Error) {
  return trouble.name === 'AbortError'
}

/** A path that exists for other methods is answered 405 and `Allow`, any other one 404. */
export function createNotFoundHandler(hono: { routes: { method: string; path: string }[] }) {
  const known = new TrieRouter<string>()
  const methods = new Set<string>()
  for (const { method, path } of hono.routes) {
    if (method === 'ALL') continue
    methods.add(method)
    known.add(method, path, method)
  }

  return (c: Context) => {
    const allowed = [...methods].filter(method => known.match(method, c.req.path)[0].length > 0)
    if (allowed.length === 0) return c.json({ error: 'Not found' }, 404)
    return c.json({ error: 'Method not allowed' }, 405, { allow: allowed.join(', ') })
  }
}
