import type { Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { methodNotAllowed } from 'hono/method-not-allowed'
import {
  DISK_FULL_MESSAGE,
  isConstraintError,
  isDiskFullError,
  isUnreachableError,
  ReadOnlyDiskError,
} from '#db/connection/errors'
import { DomainError } from '#domain/errors'
import type { AppEnv } from './auth.ts'

export const INTERNAL_ERROR_MESSAGE = 'Something went wrong. Please try again.'
const READ_ONLY_MESSAGE =
  "Not saved: the clinic computer's disk is read-only and may be failing. Call your IT support."

const UNAVAILABLE_MESSAGE = 'The database does not answer. Please try again in a moment.'
const RETRY_AFTER_S = 5

export function handleError(error: Error, c: Context) {
  if (error instanceof DomainError) {
    const { status, retryAfterSeconds } = error
    if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds))
    return c.json(toErrorBody(error), status)
  }
  if (error instanceof HTTPException) return c.json({ error: error.message }, error.status)
  if (isConstraintError(error)) {
    return c.json({ error: 'Someone else just changed this. Check and try again.' }, 409)
  }
  if (isAborted(error)) return c.json({ error: 'The request was not complete' }, 400)
  if (isUnreachableError(error)) return sendUnavailable(c)
  if (isDiskFullError(error)) return c.json({ error: DISK_FULL_MESSAGE }, 507)
  if (error instanceof ReadOnlyDiskError) return c.json({ error: READ_ONLY_MESSAGE }, 507)
  return c.json({ error: INTERNAL_ERROR_MESSAGE }, 500)
}

export function toErrorBody({ message, field, problems }: DomainError) {
  return {
    error: message,
    ...(field === undefined ? {} : { field }),
    ...(problems === undefined ? {} : { problems }),
  }
}

export function isUnexpected(error: Error | undefined) {
  const isExpected = error instanceof DomainError || error instanceof HTTPException
  if (error === undefined || isExpected) return false
  // An unreachable database server is logged once, not for every request.
  return !isConstraintError(error) && !isAborted(error) && !isUnreachableError(error)
}

function sendUnavailable(c: Context) {
  c.header('retry-after', String(RETRY_AFTER_S))
  const isPage = c.req.method === 'GET' && c.req.header('accept')?.includes('text/html')
  if (!isPage) return c.json({ error: UNAVAILABLE_MESSAGE }, 503)
  return c.html(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Clinic Queue</title><meta http-equiv="refresh" content="${RETRY_AFTER_S}"><p>${UNAVAILABLE_MESSAGE}</p></html>`,
    503,
  )
}

/** True if the client disconnected, or was too slow, before its request was complete. */
function isAborted(error: Error) {
  return error.name === 'AbortError'
}

export function refuseMethod(app: Hono<AppEnv>) {
  return methodNotAllowed({
    app,
    onMethodNotAllowed(c, methods) {
      const allow = methods.filter(method => method !== 'HEAD').join(', ')
      return c.json({ error: 'Method not allowed' }, 405, { allow })
    },
  })
}
