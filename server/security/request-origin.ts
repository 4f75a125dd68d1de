type Head = Pick<Request, 'headers' | 'url'>

const MAX_LENGTH = 260
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
export function getOwnHosts({ headers, url }: Head): OwnHost[] {
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

/** Returns one text for all ways to write a host, or null if the text is not a host. */
export function normalizeHost(text: string) {
  if (text.length > MAX_LENGTH || /[\s/?#@\\]/.test(text) || !URL.canParse(`http://${text}`)) {
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
