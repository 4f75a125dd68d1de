import type { Context } from 'hono'
import { DomainError } from '#domain/errors'
import type { Session } from '../security/session.ts'
import { getRoutePattern } from './route-pattern.ts'

/** What a display's session may use: it shows, is told who it is, and can be ended. */
const DISPLAY_ROUTES = new Set([
  'GET /',
  'GET /api/auth/me',
  'POST /api/auth/logout',
  // A response may have been lost.
  'POST /api/auth/display',
  'GET /api/dashboard/current-call',
  'GET /api/dashboard/history',
  'GET /api/dashboard/shown-calls',
  'GET /api/dashboard/calls',
  'GET /api/display',
  'GET /api/media/:id/file',
  'GET /api/settings',
  'GET /api/themes/active',
  'GET /api/text-groups/active',
  'GET /api/prayer-times',
  'GET /api/weather',
  'GET /api/voice/:language/call.mp3',
  'GET /api/events',
])

const DISPLAY_ONLY =
  'This screen is a TV display and shows calls only. Exit Fullscreen logs it out; then log in to do this.'

export class DisplayOnlyError extends DomainError {
  constructor() {
    super(DISPLAY_ONLY, { status: 403 })
  }
}

export function assertAllowed(c: Context, { kind }: Session) {
  if (kind !== 'tv') return
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
  if (!DISPLAY_ROUTES.has(`${method} ${getRoutePattern(c)}`)) throw new DisplayOnlyError()
}
