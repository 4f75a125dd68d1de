import ipaddr from 'ipaddr.js'

type Server = { requestIP(request: Request): { address: string } | null }

/** What a proxy adds to a request: it comes from somewhere else then. */
const ADDED_BY_PROXIES = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']
const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i

/**
 * Who is asking, by address. A proxy on this machine, or one of `proxies` (normalized), is believed about
 * whom it asks for; anybody else could write what they like into that header.
 */
export function addressIn(
  request: Request,
  server: Server | undefined,
  proxies: readonly string[] = [],
) {
  const peer = peerOf(request, server)
  if (!isLoopback(peer) && !proxies.includes(peer)) return peer
  const forwarded = request.headers.get('x-forwarded-for')?.split(',').at(-1) ?? ''
  return normalizedAddress(forwarded.trim()) ?? peer
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

/** An IP address in the one way of writing it, an IPv4-mapped one as IPv4; null for anything else. */
export function normalizedAddress(text: string) {
  // `parse` and `process` alone would take 8 for 0.0.0.8, and 010.0.0.1 for 8.0.0.1.
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
  return isAddress ? ipaddr.process(text).toString() : null
}

function hostIn({ headers, url }: Request) {
  return headers.get('host') ?? new URL(url).host
}

function peerOf(request: Request, server: Server | undefined) {
  return normalizedAddress(server?.requestIP(request)?.address ?? '') ?? 'unknown'
}

function isLoopback(address: string) {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback'
}
