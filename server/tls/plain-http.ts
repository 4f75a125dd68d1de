const MAX_HEAD_BYTES = 16 * 1024
/** What every request of HTTP/1 begins with, and no TLS. */
const METHOD = /^[A-Z]/
const HEAD = /^[A-Z]+ (\S+) HTTP\/1\.\d\r?\n/
const PATH = /^\/[\x21-\x7e]*$/
const HOST = /\nhost:[ \t]*((?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d+)?)[ \t]*\r?\n/i
const END = /\r?\n\r?\n/

export function isPlainHttp(bytes: Buffer) {
  return METHOD.test(bytes.toString('latin1', 0, 1))
}

/** The response for the head of a request over http; null while more of it is to come. */
export function answerPlainHttp(bytes: Buffer) {
  const head = bytes.toString('latin1', 0, MAX_HEAD_BYTES)
  if (!END.test(head) && bytes.length < MAX_HEAD_BYTES) return null
  const [, path = ''] = HEAD.exec(head) ?? []
  const origin = getSecureOrigin(HOST.exec(head)?.[1] ?? '')
  if (origin === null) return format('400 Bad Request', 'Type https:// before this address.', [])
  const url = origin + (PATH.test(path) ? path : '/')
  // A permanent redirect would outlive the certificate in every browser.
  return format('307 Temporary Redirect', `Type https:// before this address: ${origin}`, [
    `Location: ${url}`,
  ])
}

/** The port that the browser used: http means 80 where none is named. */
function getSecureOrigin(host: string) {
  if (!URL.canParse(`http://${host}`)) return null
  const { hostname, port } = new URL(`http://${host}`)
  return new URL(`https://${hostname}:${port || 80}`).origin
}

function format(status: string, text: string, headers: string[]) {
  const all = [
    ...headers,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${text.length}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  return `HTTP/1.1 ${status}\r\n${all.join('\r\n')}\r\n\r\n${text}`
}
