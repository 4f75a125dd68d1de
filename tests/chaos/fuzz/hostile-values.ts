import fc from 'fast-check'
import type { SeededRandom } from '../../../server/cli/demo/seeded-random.ts'
import { createPng, GIF, JPEG, WEBP_EXTENDED, WEBP_LOSSY } from '../../support/files/images.ts'
import { LARGEST_JSON } from '../../support/files/largest-json.ts'
import { HOSTILE_NAMES } from '../../support/hostile-names.ts'
import type { FuzzRequest } from './exchange.ts'

/** Every patient's name of the run has it, so that the log can be searched for it. */
export const NAME_MARK = 'NURFUZZIAH'
export const PHONE_MARK = '0177777'
/** As long as a name may be, and what else must not break a screen, a list or an object. */
export const QUEUE_NAMES = [
  ...HOSTILE_NAMES,
  ...['👩🏽‍⚕️'.repeat(25), 'عيادة الأسنان', 'e\u0301'.repeat(25), '\u202eabc\u202c', 'W'.repeat(25)],
  ...['血液检查', 'கிருஷ்ணன்', '<script>alert(1)</script>', 'General practice', '=1+1;Blood'],
]

const WORDS = `1e309 0x10 99999999999999999999 2026-02-30T25:61:61Z İıſß 👩🏽‍⚕️🏥 #ff
  linear-gradient( %s%n%00 $&$'$1 <script>alert(1)</script> </script><!--
  'OR'1'='1 ../../etc/passwd ..\\..\\clinic.db javascript:alert(1) http://[::1]:99999/
  https://youtu.be/`
const TEXTS = [
  ...WORDS.split(/\s+/),
  ...HOSTILE_NAMES,
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

const TEXT = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS).map(text => `${NAME_MARK} ${text}`) },
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('x', '👩🏽‍⚕️', '\u0300', '\ud83d'),
    maxLength: 3_000,
    size: 'max',
  }),
)
const VALUE = fc.oneof(
  { weight: 2, arbitrary: TEXT },
  fc.boolean(),
  fc.double(),
  fc.maxSafeInteger(),
  fc.nat(1_000),
  fc.anything(),
  fc.constant('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}').map(JSON.parse),
  fc.nat(2_000).map(depth => JSON.parse('['.repeat(depth + 1) + ']'.repeat(depth + 1))),
  fc.array(fc.constant(null), { maxLength: 500, size: 'max' }),
)

export function hostileText(random: SeededRandom) {
  return draw(TEXT, random) ?? ''
}

export function hostileValue(random: SeededRandom) {
  return draw<unknown>(VALUE, random)
}

function draw<T>(arbitrary: fc.Arbitrary<T>, { next }: SeededRandom) {
  return fc.sample(arbitrary, { seed: Math.floor(next() * 2 ** 31), numRuns: 1 })[0]
}

export function mutateValue(value: unknown, random: SeededRandom): unknown {
  const isParent = typeof value === 'object' && value !== null && !(value instanceof File)
  if (!isParent || random.happens(0.15)) return hostileValue(random)
  const entries = Object.entries(value)
  const at = Math.floor(random.next() * (entries.length + 1))
  const [key, inner] = entries[at] ?? [hostileText(random), null]
  if (at < entries.length && random.happens(0.2)) entries.splice(at, 1)
  else entries[at] = [key, mutateValue(inner, random)]
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}

export function hostileFile({ oneOf, next, between }: SeededRandom) {
  const whole = oneOf<Uint8Array>(
    ...[JPEG, GIF, WEBP_LOSSY, WEBP_EXTENDED, new Uint8Array(0)],
    createPng({ width: Math.ceil(between(1, 40)), height: 30 }),
    createPng({ width: 20_000, height: 20_000 + Math.floor(next() * 9) }),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  )
  const bytes = Buffer.from(whole)
  const at = Math.floor(next() * bytes.length)
  const change = oneOf('none', 'cut', 'flip', 'size')
  if (change === 'cut') return bytes.subarray(0, at)
  if (change === 'flip') bytes.subarray(at, at + 4).fill(Math.floor(next() * 256))
  // A PNG has its sides at 16 and 20.
  if (change === 'size' && bytes.length >= 24) {
    bytes.writeUInt32BE(oneOf(0, 1, 7_000, 2 ** 31 - 1), oneOf(16, 20))
  }
  return bytes
}

export function mutateRequest(request: FuzzRequest, random: SeededRandom) {
  const { path, headers, body } = request
  const { oneOf, happens, between } = random
  const changeHeader = () => headers.set(...oneOf(...HEADERS))
  const changeMethod = () => (request.method = oneOf(...METHODS))
  const changeBody = () => (request.body = mutateBytes(Buffer.from(body ?? ''), random))
  function changePath() {
    const at = happens(0.5) ? path.length : Math.floor(between(1, path.length))
    request.path = path.slice(0, at) + oneOf(...PATH_PIECES) + path.slice(at)
  }
  oneOf<() => unknown>(
    ...[changeHeader, changeHeader, changeHeader, changePath, changePath, changeMethod],
    ...(body === null ? [] : [changeBody, changeBody]),
  )()
}

function mutateBytes(bytes: Buffer, random: SeededRandom) {
  const { oneOf, next } = random
  const at = Math.floor(next() * (bytes.length + 1))
  const noise = ['\u0000', '}', ',', '"', '\r\n--fuzz', 'NaN', '\ufeff', '[['.repeat(900)]
  const inserted = oneOf(...noise.map(text => Buffer.from(text)), Buffer.from([0xff, 0xc0, 0x80]))
  return oneOf<() => Buffer<ArrayBuffer>>(
    () => Buffer.from(bytes.subarray(0, at)),
    () => Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)]),
    () => Buffer.from(hostileText(random)),
    () => hostileFile(random),
    () => Buffer.alloc(oneOf(0, 1, 65_536, 65_537, 200_000), '['),
    // A body of the largest allowed size.
    () => Buffer.from(oneOf(...Object.values(LARGEST_JSON))(65_536)),
  )()
}
