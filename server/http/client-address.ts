import type { Context } from 'hono'
import type { App } from '../context.ts'
import { resolveClientAddress } from '../security/client-address.ts'

export function getClientAddress(c: Context) {
  const { config }: App = c.get('app')
  return resolveClientAddress(c.req.raw, getBunServer(c), config.proxies)
}

/** Returns the server that serve.ts passes as `env`. In tests `app.request` passes none. */
export function getBunServer(c: Context): Parameters<typeof resolveClientAddress>[1] {
  return c.env?.server
}
