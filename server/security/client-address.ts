type Server = { requestIP(request: Request): { address: string } | null }

/** What a proxy adds to a request: it comes from somewhere else then. */
const ADDED_BY_PROXIES = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']
const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i

/**
 * Who is asking, by address. A proxy on this machine, or one that was named, is believed about whom it asks
 * for; anybody else could write what he likes into that header.
 */
export function addressIn(
  request: Request,
  server: Server | undefined,
  proxies: readonly string[] = [],
) {
  const address = peerOf(request, server)
  const forwarded = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  const isProxy = isLoopback(address) || proxies.includes(address)
  return isProxy && forwarded ? forwarded : address
}

/**
 * Whether a program on this machine asks for itself. A proxy on it asks for others, and so does a browser
 * whose page has had its own name pointed here: that one says another host.
 */
export function isThisMachine(request: Request, server: Server | undefined) {
  const { headers } = request
  const isDirect = ADDED_BY_PROXIES.every(name => !headers.has(name))
  return isDirect && isLoopback(peerOf(request, server)) && LOCAL_HOST.test(hostIn(request))
}

function hostIn({ headers, url }: Request) {
  return headers.get('host') ?? new URL(url).host
}

function peerOf(request: Request, server: Server | undefined) {
  return (server?.requestIP(request)?.address ?? 'unknown').replace(/^::ffff:/, '')
}

function isLoopback(address: string) {
  return /^(::1$|127\.)/.test(address)
}
