import { createPng, GIF, JPEG, WEBP_EXTENDED, WEBP_LOSSY } from '../../support/files/images.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { FuzzRequest } from './exchange.ts'

/** Every patient's name of the run has it, so that the log can be searched for it. */
export const NAME_MARK = 'NURFUZZIAH'

const WORDS = `null NaN -1 1e309 0x10 99999999999999999999 2026-02-30T25:61:61Z İıſß 👩🏽‍⚕️🏥 #ff
  __proto__ constructor linear-gradient( %s%n%00 $&$'$1 <script>alert(1)</script> </script><!--
  'OR'1'='1 ../../etc/passwd ..\\..\\clinic.db javascript:alert(1) http://[::1]:99999/
  https://youtu.be/`
const TEXTS = [
  ...WORDS.split(/\s+/),
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', 'x\udfffy', '\u202eabc\u202c'],
  ...['\u200b\u200d\u2060\ufeff', 'e\u0301'.repeat(30), '\u0cb8\u0ccd\u0ca4\u0ccd\u0cb0\u0cc0'],
  '\r\n\r\nSet-Cookie: a=b',
]
const PATHS = `%ZZ % %00 %2e%2e%2f ..%2f..%2f // %c0%af %ED%A0%80 %ff%fe %F0%9F%8F%A5 ;a=b * :id {}
  [] %0d%0aX:1 ? ?a=1&a=2&a[]=3 ?=&&== ?__proto__=1 ?userId=1e3&seenSteps=%ZZ&t=
  ?after=-1&latitude=NaN&longitude=%00`
export const PATH_PIECES = PATHS.split(/\s+/)
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const CONTENT_TYPES = [
  ...['', ';;;', 'text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded'],
  ...['application/json; charset=utf-16', 'application/vnd.x+json', 'multipart/form-data'],
  ...['multipart/form-data; boundary=', 'multipart/mixed; boundary=fuzz'],
]
const HEADERS = Object.entries({
  'idempotency-key': ['the same for all', 'x'.repeat(300), '%00 %ZZ __proto__'],
  'x-deadline': ['2020-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z', 'soon'],
  'if-none-match': ['*', '"a", W/"b", ,"'],
  'if-range': ['"x"'],
  range: ['bytes=0-0', 'bytes=-1', 'bytes=99999999999999999999-', 'bytes=0-1,5-6'],
  cookie: [
    'session=; session=x; =; ;;; a="',
    'session=eyJhbGciOiJub25lIn0.eyJzaWQiOiIxIn0.',
    'device=%ZZ; qr-tv-x=%00; signed_out=1; sidebar=%',
  ],
  origin: ['null', 'https://elsewhere.example'],
  'sec-fetch-site': ['cross-site'],
  'x-forwarded-for': ['unknown, "[::1]:99", 999.1.1.1', '2001:db8::1'],
  'x-forwarded-host': ['evil.example:99999'],
  'x-forwarded-proto': ['https'],
  host: ['clinic.example', '[::1'],
  accept: ['\u00ff\u00fe'],
  'accept-encoding': ['br, gzip, zstd;q=0, *'],
  authorization: ['Bearer '],
  'content-encoding': ['gzip'],
  'content-type': CONTENT_TYPES,
  'x-long': ['x'.repeat(7_000)],
  'access-control-request-method': ['DELETE'],
}).flatMap(([name, values]) => values.map(value => [name, value] as const))

export function hostileText({ oneOf, next, happens }: SeededRandom) {
  const text = oneOf(...TEXTS)
  if (happens(0.1))
    return oneOf('x', '👩🏽‍⚕️', '\u0300', '\ud83d').repeat(Math.floor(next() * 3_000))
  return happens(0.5) ? `${NAME_MARK} ${text}` : text
}

export function hostileValue(random: SeededRandom): unknown {
  const { oneOf, next } = random
  return oneOf<() => unknown>(
    () => hostileText(random),
    () => oneOf(null, true, false),
    () => oneOf(0, -1, 0.5, -0, 1e308, 2 ** 53, 2 ** 31, -(2 ** 63), 5e-324, 1e21),
    () => Math.floor(next() * 1_000),
    () => oneOf<unknown>([], {}, [[]], [null], { length: -1 }, { toString: 1 }),
    () => JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}'),
    () => nest(1 + Math.floor(next() * 2_000)),
    () => Array.from({ length: Math.floor(next() * 500) }, () => null),
  )()
}

function nest(depth: number): unknown {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth))
}

/** The same value with one place made hostile, removed or added. */
export function mutateValue(value: unknown, random: SeededRandom): unknown {
  const isParent = typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
  if (!isParent || random.happens(0.15)) return hostileValue(random)
  // It is JSON, so its keys are texts.
  const entries = Object.entries(value)
  const at = Math.floor(random.next() * (entries.length + 1))
  const [key, inner] = entries[at] ?? [hostileText(random), null]
  if (at < entries.length && random.happens(0.2)) entries.splice(at, 1)
  else entries[at] = [key, mutateValue(inner, random)]
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}

export function hostileFile({ oneOf, next, between }: SeededRandom): Uint8Array<ArrayBuffer> {
  const whole = oneOf<Uint8Array>(
    ...[JPEG, GIF, WEBP_LOSSY, WEBP_EXTENDED],
    createPng({ width: Math.ceil(between(1, 40)), height: 30 }),
    createPng({ width: 20_000, height: 20_000 + Math.floor(next() * 9) }),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    new Uint8Array(0),
  )
  const bytes = Buffer.from(whole)
  const change = oneOf('none', 'cut', 'flip', 'size')
  if (change === 'none' || bytes.length < 24) return bytes
  if (change === 'cut') return bytes.subarray(0, Math.floor(next() * bytes.length))
  for (let n = 0; n < 4; n++) {
    // A PNG has its sides at 16 and 20.
    if (change === 'size') bytes.writeUInt32BE(oneOf(0, 1, 7_000, 2 ** 31 - 1), oneOf(16, 20))
    else bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256)
  }
  return bytes
}

export function mutateRequest(request: FuzzRequest, random: SeededRandom) {
  const { path, headers, body } = request
  const { oneOf, happens, between, next } = random
  const [name, value] = oneOf(...HEADERS)
  const kinds = ['header', 'header', 'header', 'path', 'path', 'method']
  switch (oneOf(...kinds, ...(body === null ? [] : ['body', 'body']))) {
    case 'header':
      return headers.set(name, value)
    case 'path': {
      const at = happens(0.5) ? path.length : Math.floor(between(1, path.length))
      request.path = path.slice(0, at) + oneOf(...PATH_PIECES) + path.slice(at)
      return
    }
    case 'method':
      request.method = oneOf(...METHODS)
      return
    default: {
      const bytes = Buffer.from(body ?? '')
      const at = Math.floor(next() * (bytes.length + 1))
      const noise = ['\u0000', '}', ',', '"', '\r\n--fuzz', 'NaN', '\ufeff', '[['.repeat(900)]
      const inserted = [...noise.map(text => Buffer.from(text)), Buffer.from([0xff, 0xc0, 0x80])]
      request.body = oneOf<() => Buffer<ArrayBuffer>>(
        () => bytes.subarray(0, at),
        () => Buffer.concat([bytes.subarray(0, at), oneOf(...inserted), bytes.subarray(at)]),
        () => Buffer.from(hostileText(random)),
        () => Buffer.from(hostileFile(random)),
        () => Buffer.alloc(oneOf(0, 1, 65_536, 65_537, 200_000), '['),
      )()
    }
  }
}
