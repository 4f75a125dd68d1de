import type { Expected } from '../http-connection.ts'
import type { Role } from '../roles.ts'

/** A request of the run; `headers` are sent in this order, `body` as it is. */
export type FuzzRequest = {
  role: Role
  /** Method and pattern, for the tables. */
  route: string
  method: string
  path: string
  headers: [string, string][]
  body: Uint8Array | null
  expected: Expected
  /** For a websocket: what is sent when it is open. */
  afterUpgrade: Uint8Array | null
  /** Whether the role's own cookie or token is in it. */
  isAuthentic: boolean
}

export function createEmptyRequest(role: Role, cookie: string): FuzzRequest {
  return {
    role,
    route: '',
    method: 'GET',
    path: '/',
    headers: cookie
      ? [
          ['host', '127.0.0.1'],
          ['cookie', cookie],
        ]
      : [['host', '127.0.0.1']],
    body: null,
    expected: 'answer',
    afterUpgrade: null,
    isAuthentic: cookie !== '',
  }
}

export function setHeader({ headers }: FuzzRequest, name: string, value: string) {
  const index = headers.findIndex(([other]) => other === name)
  if (index < 0) headers.push([name, value])
  else headers[index] = [name, value]
}

const LENGTH_HEADERS = ['content-length', 'transfer-encoding']

export function toBytes({ method, path, headers, body }: FuzzRequest): Uint8Array {
  const hasLength = headers.some(([name]) => LENGTH_HEADERS.includes(name))
  const needsLength = !hasLength && (body !== null || !['GET', 'HEAD'].includes(method))
  const all = [...headers]
  if (needsLength) all.push(['content-length', String(body?.length ?? 0)])
  const lines = [`${method} ${path} HTTP/1.1`, ...all.map(([name, value]) => `${name}: ${value}`)]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body ?? Buffer.alloc(0)])
}

/** Everything that is needed to send it again. */
export function formatRequest(request: FuzzRequest) {
  const { role, method, path, headers, body, afterUpgrade } = request
  const text = Buffer.from(body ?? []).toString('utf8')
  const isText = Buffer.from(text).equals(Buffer.from(body ?? []))
  const sent = body && (isText ? { body: text } : { base64: Buffer.from(body).toString('base64') })
  const frames = afterUpgrade && { frames: Buffer.from(afterUpgrade).toString('base64') }
  return JSON.stringify({ role, method, path, headers, ...sent, ...frames })
}

/** Multipart with the boundary `fuzz`; bytes are files, anything else is text. */
export function encodeForm(form: unknown): Uint8Array {
  const isObject = typeof form === 'object' && form !== null && !(form instanceof Uint8Array)
  const parts = Object.entries(isObject ? form : { '': form }).map(([name, value]) => {
    const isFile = value instanceof Uint8Array
    const fileName = isFile ? '; filename="poster.png"' : ''
    const head = `--fuzz\r\ncontent-disposition: form-data; name="${name}"${fileName}\r\n\r\n`
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return Buffer.concat([
      Buffer.from(head),
      Buffer.from(isFile ? value : text),
      Buffer.from('\r\n'),
    ])
  })
  return Buffer.concat([...parts, Buffer.from('--fuzz--\r\n')])
}
