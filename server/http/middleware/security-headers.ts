import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { getHost } from '../../security/request-origin.ts'

const YOUTUBE = 'https://www.youtube-nocookie.com'

/** Names the websocket's host, because for older browsers 'self' does not include it. */
export function getContentSecurityPolicy(c: Context, frameAncestors = "'none'") {
  const host = getHost(c.req.raw)
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    // Videos may be linked from any site.
    "media-src 'self' https: http:",
    // Reception prints tickets in a frame.
    `frame-src 'self' ${YOUTUBE}`,
    `connect-src 'self' ws://${host} wss://${host}`,
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')
}

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'permissions-policy': `autoplay=(self "${YOUTUBE}"), camera=(), fullscreen=(self), geolocation=(self), microphone=(), payment=(), usb=()`,
}

/** Keeps a route's stricter headers. Vite's development server works only without the policy. */
export function securityHeaders({ isDev }: { isDev: boolean }) {
  return createMiddleware(async (c, next) => {
    await next()
    const { headers } = c.res
    const frameAncestors: string | undefined = c.get('frameAncestors')
    for (const [name, value] of Object.entries(HEADERS)) {
      // x-frame-options cannot name an origin, but the policy can.
      const isReplaced = name === 'x-frame-options' && frameAncestors !== undefined
      if (!headers.has(name) && !isReplaced) c.header(name, value)
    }
    if (!isDev && !headers.has('content-security-policy')) {
      c.header('content-security-policy', getContentSecurityPolicy(c, frameAncestors))
    }
  })
}
