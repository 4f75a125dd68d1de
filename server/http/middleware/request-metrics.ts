import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { App } from '../../context.ts'
import { recordRequest } from '../../observability/record-request.ts'
import { isUnexpected } from './error-handler.ts'

const REQUEST_ID_HEADER = 'x-request-id'

export function recordRequests(app: App, isFile: (path: string) => boolean) {
  return createMiddleware(async (c, next) => {
    const startedAt = performance.now()
    await next()
    const { method, path } = c.req
    const route = getRoutePattern(c) ?? (isFile(path) ? 'file' : 'unknown')
    const info = { method, route, status: c.res.status, startedAt }
    const requestId = recordRequest(app, info, isUnexpected(c.error) ? c.error : undefined)
    if (requestId !== null) c.header(REQUEST_ID_HEADER, requestId)
  })
}

/** Several may match; the first one answers. Middleware has the method `ALL`. */
export function getRoutePattern(c: Context) {
  return matchedRoutes(c).find(({ method }) => method !== 'ALL')?.path
}
