import type { Context } from 'hono'
import { addressIn } from '../live/address.ts'

/** Who is asking, by address. */
export function addressOf(c: Context) {
  // Bun's server is handed in by serve.ts; `app.request` in tests has none.
  const { server } = (c.env ?? {}) as { server?: Parameters<typeof addressIn>[1] }
  return addressIn(c.req.raw, server)
}
