import type { Context } from 'hono'
import { addressIn } from '../live/address.ts'

/** Who is asking, by address. */
export function addressOf(c: Context) {
  return addressIn(c.req.raw, serverOf(c))
}

/** Bun's server, handed in by serve.ts; `app.request` in tests has none unless it says so. */
export function serverOf(c: Context): Parameters<typeof addressIn>[1] {
  return c.env?.server
}
