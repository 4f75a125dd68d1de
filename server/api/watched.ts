import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { Clinic } from '../actions/clinic.ts'
import { noteAnswer } from '../watch/note-answer.ts'
import { isSurprise } from './answers-to-trouble.ts'

const REQUEST_ID = 'x-request-id'

/** Gives each request an id, by which its answer is found in the log, and notes how it was answered. */
export function watched(clinic: Clinic, isFile: (path: string) => boolean) {
  return createMiddleware(async (c, next) => {
    const startedAt = performance.now()
    const requestId = crypto.randomUUID()
    await next()
    c.header(REQUEST_ID, requestId)
    const { method, path } = c.req
    const route = routeOf(matchedRoutes(c)) ?? (isFile(path) ? 'file' : 'unknown')
    const surprise = isSurprise(c.error) ? { surprise: c.error } : {}
    noteAnswer(clinic, { requestId, method, route, status: c.res.status, startedAt, ...surprise })
  })
}

/** The door's own pattern; `ALL` are those who stand before it, such as guards. */
function routeOf(matched: { method: string; path: string }[]) {
  return matched.findLast(({ method }) => method !== 'ALL')?.path
}
