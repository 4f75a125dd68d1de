import ipaddr from 'ipaddr.js'

type Server = { requestIP(request: Request): { address: string } | null }

const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]
const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i

/** Uses X-Forwarded-For only from localhost or normalized `proxies`. Any client can send it. */
export function resolveClientAddress(
  request: Request,
  server: Server | undefined,
  proxies: readonly string[] = [],
) {
  const peer = getPeer(request, server)
  if (!isLoopback(peer) && !proxies.includes(peer)) return toNetwork(peer)
  const forwarded = request.headers.get('x-forwarded-for')?.split(',').at(-1) ?? ''
  return toNetwork(normalizeAddress(withoutPort(forwarded.trim())) ?? peer)
}

/** One client may use every address of its /64 network. */
function toNetwork(address: string) {
  if (!ipaddr.IPv6.isValid(address) || isLoopback(address)) return address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`
}

/** Removes the client's port, which some proxies add. */
function withoutPort(text: string) {
  return text.replace(/^([\d.]+):\d+$/, '$1').replace(/^\[(.*)\](:\d+)?$/, '$1')
}

/** False behind a proxy, and for a page that uses DNS rebinding, because its Host is not local. */
export function isLocalRequest(request: Request, server: Server | undefined) {
  const { headers } = request
  return (
    !isProxied(headers) && isLoopback(getPeer(request, server)) && LOCAL_HOST.test(getHost(request))
  )
}

export function isProxied(headers: Headers) {
  return PROXY_HEADERS.some(name => headers.has(name))
}

/** Returns the canonical IP address (IPv4-mapped as IPv4), or null if it is not an address. */
export function normalizeAddress(text: string) {
  // Without this check, `process` reads 8 as 0.0.0.8, and 010.0.0.1 as 8.0.0.1.
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
  return isAddress ? ipaddr.process(text).toString() : null
}

function getHost({ headers, url }: Request) {
  return headers.get('host') ?? new URL(url).host
}

function getPeer(request: Request, server: Server | undefined) {
  return normalizeAddress(server?.requestIP(request)?.address ?? '') ?? 'unknown'
}

function isLoopback(address: string) {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback'
}
