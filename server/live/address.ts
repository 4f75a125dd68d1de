type Server = { requestIP(request: Request): { address: string } | null }

/**
 * Who is asking, by address. A proxy on this machine is believed about whom it asks for; anybody else
 * could write what he likes into that header.
 */
export function addressIn(request: Request, server: Server | undefined) {
  const address = server?.requestIP(request)?.address ?? 'unknown'
  const isThisMachine = /^(::1|127\.|::ffff:127\.)/.test(address)
  const forwarded = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  return isThisMachine && forwarded ? forwarded : address
}
