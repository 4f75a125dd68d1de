import type { Context } from 'hono'

type Server = { requestIP(request: Request): { address: string } | null }

/**
 * Who is asking, by address. A proxy on this machine is believed about whom it asks for; anybody else
 * could write what he likes into that header.
 */
export function addressOf(c: Context) {
  // Bun's server is handed in by serve.ts; `app.request` in tests has none.
  const { server } = (c.env ?? {}) as { server?: Server }
  const address = server?.requestIP(c.req.raw)?.address ?? 'unknown'
  const isThisMachine = /^(::1|127\.|::ffff:127\.)/.test(address)
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
  return isThisMachine && forwarded ? forwarded : address
}
