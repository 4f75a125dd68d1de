import { createMiddleware } from 'hono/factory'
import type { App } from '../../context.ts'
import { recordRequest } from '../../observability/record-request.ts'
import { getRoutePattern } from '../request-key.ts'
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
