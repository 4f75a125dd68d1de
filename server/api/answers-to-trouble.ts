import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { TrieRouter } from 'hono/router/trie-router'
import { Refusal } from '#clinic/refusal'
import { isConstraint, isDiskFull } from '#db/errors'
import { describe, type Log } from '../log.ts'

export const DISK_FULL =
  "Nothing was saved: the disk of the clinic's computer is full. Please have some space freed, then try again."

/** Turns whatever was thrown into `{ error }` with the right status; only a surprise is logged. */
export function answerTrouble(log: Log) {
  return (trouble: Error, c: Context) => {
    if (trouble instanceof Refusal) {
      const { message: error, field, status, retryAfterSeconds } = trouble
      if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds))
      return c.json(field === undefined ? { error } : { error, field }, status)
    }
    if (trouble instanceof HTTPException) return c.json({ error: trouble.message }, trouble.status)
    if (isConstraint(trouble)) {
      return c.json({ error: 'Somebody else was faster. Please try again.' }, 409)
    }
    // Whoever asked is gone, or was too slow; nobody hears this, and nothing of ours is wrong.
    if (c.req.raw.signal.aborted) return c.json({ error: 'The request never ended' }, 400)
    log('error', 'a request failed', { method: c.req.method, ...describe(trouble) })
    if (isDiskFull(trouble)) return c.json({ error: DISK_FULL }, 507)
    return c.json({ error: 'Something went wrong. Please try again.' }, 500)
  }
}

/** A path that exists for other methods is answered 405 and `Allow`, any other one 404. */
export function answerUnknown(app: { routes: { method: string; path: string }[] }) {
  const known = new TrieRouter<string>()
  const methods = new Set<string>()
  for (const { method, path } of app.routes) {
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
