import type { SeededRandom } from '../../seeded-random.ts'

/** In every patient's name of the run, so that the log can be searched for it. */
export const NAME_MARK = 'NURFUZZIAH'

const TEXTS = [
  '',
  ' ',
  'null',
  'NaN',
  '-1',
  '1e309',
  '0x10',
  '99999999999999999999',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\u202eabc\u202c',
  '\u200b\u200d\u2060\ufeff',
  '👩🏽‍⚕️🏥',
  'e\u0301'.repeat(30),
  '\u0cb8\u0ccd\u0ca4\u0ccd\u0cb0\u0cc0',
  'İıſß',
  '\r\n\r\nSet-Cookie: a=b',
  '<script>alert(1)</script>',
  '</script><!--',
  `' OR '1'='1`,
  '%s%n%00',
  '../../etc/passwd',
  '..\\..\\clinic.db',
  '__proto__',
  'constructor',
  'javascript:alert(1)',
  'http://[::1]:99999/',
  'https://youtu.be/',
  '$&$`$1',
  '#ff',
  'linear-gradient(',
  '2026-02-30T25:61:61Z',
]

export function hostileText({ oneOf, next, happens }: SeededRandom) {
  const text = oneOf(...TEXTS)
  if (happens(0.1))
    return oneOf('x', '👩🏽‍⚕️', '\u0300', '\ud83d').repeat(Math.floor(next() * 3_000))
  return happens(0.5) ? `${NAME_MARK} ${text}` : text
}

export function hostileValue(random: SeededRandom): unknown {
  const { oneOf, next } = random
  const kinds: (() => unknown)[] = [
    () => hostileText(random),
    () => oneOf(null, true, false),
    () => oneOf(0, -1, 0.5, -0, 1e308, 2 ** 53, 2 ** 31, -(2 ** 63), 5e-324, 1e21),
    () => Math.floor(next() * 1_000),
    () => oneOf<unknown>([], {}, [[]], [null], { length: -1 }, { toString: 1 }),
    () => JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}'),
    () => nest(Math.floor(next() * 2_000)),
    () => Array.from({ length: Math.floor(next() * 500) }, () => null),
  ]
  return oneOf(...kinds)()
}

function nest(depth: number): unknown {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth) || 'null')
}

export const PATH_PIECES = [
  '%ZZ',
  '%',
  '%00',
  '%2e%2e%2f',
  '..%2f..%2f',
  '/../',
  '//',
  '/./',
  '%c0%af',
  '%ED%A0%80',
  '%ff%fe',
  '%F0%9F%8F%A5',
  ';a=b',
  '\\',
  '*',
  ':id',
  '{}',
  '[]',
  '%0d%0aX:1',
  '?',
  '?a=1&a=2&a[]=3',
  '?=&&==',
  '?__proto__=1',
  '?after=-1&latitude=NaN&longitude=%00',
  '?userId=1e3&seenSteps=%ZZ&t=',
  '#x',
]

export const HEADERS: [string, string][] = [
  ['idempotency-key', 'the same for all'],
  ['idempotency-key', 'x'.repeat(300)],
  ['idempotency-key', '%00 %ZZ __proto__'],
  ['x-deadline', '2020-01-01T00:00:00.000Z'],
  ['x-deadline', '2999-01-01T00:00:00.000Z'],
  ['x-deadline', 'soon'],
  ['if-none-match', '*'],
  ['if-none-match', '"a", W/"b", ,"'],
  ['if-range', '"x"'],
  ['range', 'bytes=0-0'],
  ['range', 'bytes=-1'],
  ['range', 'bytes=99999999999999999999-'],
  ['range', 'bytes=0-1,5-6'],
  ['cookie', 'session=; session=x; =; ;;; a="'],
  ['cookie', 'session=eyJhbGciOiJub25lIn0.eyJzaWQiOiIxIn0.'],
  ['cookie', 'device=%ZZ; qr-tv-x=%00; signed_out=1; sidebar=%'],
  ['origin', 'null'],
  ['origin', 'https://elsewhere.example'],
  ['sec-fetch-site', 'cross-site'],
  ['x-forwarded-for', 'unknown, "[::1]:99", 999.1.1.1'],
  ['x-forwarded-for', '2001:db8::1'],
  ['x-forwarded-host', 'evil.example:99999'],
  ['x-forwarded-proto', 'https'],
  ['host', 'clinic.example'],
  ['host', '[::1'],
  ['accept-encoding', 'br, gzip, zstd;q=0, *'],
  ['accept', '\u00ff\u00fe'],
  ['authorization', 'Bearer '],
  ['content-encoding', 'gzip'],
  ['expect', '100-continue'],
  ['connection', 'close'],
  ['transfer-encoding', 'gzip'],
  ['x-long', 'x'.repeat(7_000)],
  ['te', 'trailers'],
  ['access-control-request-method', 'DELETE'],
]

export const CONTENT_TYPES = [
  'text/plain',
  'application/json; charset=utf-16',
  'application/vnd.x+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/mixed; boundary=fuzz',
  'application/octet-stream',
  '',
  ';;;',
]
