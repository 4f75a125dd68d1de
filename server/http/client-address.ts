import type { Context } from 'hono'
import type { Clinic } from '../context.ts'
import { addressIn } from '../security/client-address.ts'

/** Who is asking, by address. */
export function addressOf(c: Context) {
  const { proxies }: Clinic = c.get('clinic')
  return addressIn(c.req.raw, serverOf(c), proxies)
}

/** Bun's server, handed in by serve.ts; `app.request` in tests has none unless it says so. */
export function serverOf(c: Context): Parameters<typeof addressIn>[1] {
  return c.env?.server
}
