import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { Clinic } from '../../context.ts'
import { noteAnswer } from '../../observability/record-request.ts'
import { isSurprise } from './error-handler.ts'

const REQUEST_ID = 'x-request-id'

/** Notes how each request was answered. What failed bears an id by which it is found in the log. */
export function watched(clinic: Clinic, isFile: (path: string) => boolean) {
  return createMiddleware(async (c, next) => {
    const startedAt = performance.now()
    await next()
    const { method, path } = c.req
    const route = routeOf(matchedRoutes(c)) ?? (isFile(path) ? 'file' : 'unknown')
    const answer = { method, route, status: c.res.status, startedAt }
    const requestId = noteAnswer(clinic, answer, isSurprise(c.error) ? c.error : undefined)
    if (requestId !== null) c.header(REQUEST_ID, requestId)
  })
}

/** The door's own pattern; `ALL` are those who stand before it, such as guards. */
function routeOf(matched: { method: string; path: string }[]) {
  return matched.findLast(({ method }) => method !== 'ALL')?.path
}
