import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'

/** Several may match; the first one answers. Middleware has the method `ALL`. */
export function getRoutePattern(c: Context) {
  return matchedRoutes(c).find(({ method }) => method !== 'ALL')?.path
}
