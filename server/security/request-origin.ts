import { HOUR_MS } from '#domain/time'
import type { Log } from '../observability/log.ts'
import { createRateLimiter } from './rate-limit.ts'

type Head = Pick<Request, 'headers' | 'url'>

const MAX_HOST_LENGTH = 260
const SECURE = ['https', 'wss', 'on']
const PLAIN = ['http', 'ws', 'off']
const NAME = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/

/**
 * Returns the origin that the browser used, as proxies report it in headers. The first of several
 * values is the browser's own. Every client's headers are used, because pages of other sites cannot
 * set them and a client that invents them only breaks its own responses.
 */
export function getRequestOrigin(head: Head) {
  return `${isHttps(head) ? 'https' : 'http'}://${getHost(head)}`
}

/** Leaves out a default port, because some proxies add it and others drop it. */
export function getHost(head: Head) {
  return getOwnHosts(head)[0]?.host ?? 'localhost'
}

export function isHttps({ headers, url }: Head) {
  const reported = [
    getFirst(headers, 'x-forwarded-proto'),
    getForwarded(headers, 'proto'),
    getFirst(headers, 'x-forwarded-ssl'),
    getFirst(headers, 'front-end-https'),
  ].map(text => text.toLowerCase())
  const known = reported.find(text => SECURE.includes(text) || PLAIN.includes(text))
  return known === undefined ? url.startsWith('https:') : SECURE.includes(known)
}

type OwnHost = { header: string; value: string; host: string }

/** Returns every host that the request may have been sent to, the browser's host first. */
function getOwnHosts({ headers, url }: Head): OwnHost[] {
  const hosts = [
    { header: 'X-Forwarded-Host', value: getFirst(headers, 'x-forwarded-host') },
    { header: 'Forwarded', value: getForwarded(headers, 'host') },
    { header: 'Host', value: headers.get('host') ?? getUrlHost(url) },
  ]
  const port = getFirst(headers, 'x-forwarded-port')
  return hosts.flatMap(({ header, value }) => {
    const host = normalizeHost(value)
    if (host === null) return []
    const withPort = hasPort(value) ? null : normalizeHost(`${host}:${port}`)
    const all = withPort === null || withPort === host ? [host] : [withPort, host]
    return all.map(host => ({ header, value, host }))
  })
}

export function normalizeHost(text: string) {
  if (text.length > MAX_HOST_LENGTH || /[\s/?#@\\]/.test(text) || !URL.canParse(`http://${text}`)) {
    return null
  }
  const { hostname, port } = new URL(`http://${text}`)
  const name = hostname.replace(/\.$/, '')
  if (!NAME.test(name)) return null
  return port === '' || port === '443' ? name : `${name}:${port}`
}

function hasPort(host: string) {
  return /:\d+$/.test(host)
}

function getFirst(headers: Headers, name: string) {
  const all = (headers.get(name) ?? '').split(',').map(text => text.trim())
  return all.find(text => text !== '')?.replace(/^"(.*)"$/, '$1') ?? ''
}

/** RFC 7239: `Forwarded: for=10.0.0.9;proto=https;host="q.lan:8443", for=…` */
function getForwarded(headers: Headers, field: 'host' | 'proto') {
  const text = headers.get('forwarded') ?? ''
  const pattern = new RegExp(`(?:^|[;,])\\s*${field}\\s*=\\s*"?([^";,\\s]+)`, 'i')
  return pattern.exec(text)?.[1] ?? ''
}

function getUrlHost(url: string) {
  return URL.canParse(url) ? new URL(url).host : ''
}

/** Limits log lines, because any page of the internet can cause rejected requests. */
const LOGGED = { max: 20, windowMs: HOUR_MS }
const MAX_SHOWN = 100

/** `own` is the expected value of the header. Neither value contains patient data. */
type Mismatch = { header: string; value: string; ownHeader: string; own: string }

/** Reports both values, because an unusual proxy makes them differ for the program's own pages. */
export function createCrossSiteCheck(log: Log, config: { publicUrl: string | undefined }) {
  const logged = createRateLimiter(LOGGED)

  return function findProblem(request: Request): string | null {
    const mismatch = findMismatch(request, config.publicUrl)
    if (!mismatch) return null
    if (logged.consume('', performance.now()) === 0) {
      log('warn', 'request rejected: another site', mismatch)
    }
    const { header, value, ownHeader, own } = mismatch
    const start = `This request came from another site: its ${header} is ${value}`
    if (ownHeader === header) return `${start}, not ${own}`
    return `${start}, but its ${ownHeader} is ${own}. A proxy must pass on the browser's Host. Otherwise set PUBLIC_URL.`
  }
}

function findMismatch(request: Request, publicUrl: string | undefined): Mismatch | null {
  const { headers } = request
  const site = headers.get('sec-fetch-site')
  // Neither a page nor a proxy changes this header, unlike Origin and Host.
  if (site !== null) {
    if (site === 'same-origin' || site === 'none') return null
    const header = 'Sec-Fetch-Site'
    return { header, value: cut(site), ownHeader: header, own: 'same-origin' }
  }
  const origin = headers.get('origin')
  if (origin === null) return null
  const hosts = getOwnHosts(request)
  const host = URL.canParse(origin) ? normalizeHost(new URL(origin).host) : null
  const isOwn = hosts.some(own => own.host === host)
  const isPublic = publicUrl !== undefined && host === normalizeHost(new URL(publicUrl).host)
  if (host !== null && (isOwn || isPublic)) return null
  const { header: ownHeader = 'Host', value = '' } = hosts[0] ?? {}
  return { header: 'Origin', value: cut(origin), ownHeader, own: cut(value) || 'missing' }
}

function cut(text: string) {
  return text.slice(0, MAX_SHOWN)
}

export type CrossSiteCheck = ReturnType<typeof createCrossSiteCheck>
