import { beforeEach, expect, test } from 'bun:test'
import {
  createCrossSiteCheck,
  getRequestOrigin,
  normalizeHost,
} from '../../server/security/request-origin.ts'

const logged: unknown[] = []
const log = (level: string, message: string, details: object = {}) =>
  void logged.push([level, message, details])
let findProblem: ReturnType<typeof createCrossSiteCheck>

beforeEach(() => {
  logged.length = 0
  findProblem = createCrossSiteCheck(log, { publicUrl: undefined })
})

const aRequest = (headers: Record<string, string>, url = 'http://127.0.0.1:3000/api/patients') =>
  new Request(url, { headers })

test.each<[string, Record<string, string>, string]>([
  ['Host alone', { host: 'q.lan' }, 'http://q.lan'],
  ['a default port', { host: 'q.lan:80' }, 'http://q.lan'],
  ['a port of its own', { host: 'Q.LAN:8080' }, 'http://q.lan:8080'],
  ['a trailing dot', { host: 'q.lan.:3000' }, 'http://q.lan:3000'],
  ['letters outside ASCII', { host: 'xn--klnik-jua.example' }, 'http://xn--klnik-jua.example'],
  ['IPv6', { host: '[2001:DB8:0::1]:80' }, 'http://[2001:db8::1]'],
  ['two proxies', { host: 'in', 'x-forwarded-host': 'q.lan, in' }, 'http://q.lan'],
  ['quotes', { host: 'in', 'x-forwarded-host': '"q.lan:8080"' }, 'http://q.lan:8080'],
  ['capitals', { host: 'q.lan', 'x-forwarded-proto': 'HTTPS' }, 'https://q.lan'],
  ['two schemes', { host: 'q.lan', 'x-forwarded-proto': 'https,http' }, 'https://q.lan'],
  ['the other order', { host: 'q.lan', 'x-forwarded-proto': 'http, https' }, 'http://q.lan'],
  ["a websocket's scheme", { host: 'q.lan', 'x-forwarded-proto': 'wss' }, 'https://q.lan'],
  ['a default port of https', { host: 'q.lan:443', 'x-forwarded-proto': 'https' }, 'https://q.lan'],
  ['X-Forwarded-Port', { host: 'q.lan', 'x-forwarded-port': '8443' }, 'http://q.lan:8443'],
  ['X-Forwarded-Port 443', { host: 'q.lan', 'x-forwarded-port': '443' }, 'http://q.lan'],
  [
    'a host with a port beside it',
    { host: 'q.lan:81', 'x-forwarded-port': '82' },
    'http://q.lan:81',
  ],
  ['a port that is none', { host: 'q.lan', 'x-forwarded-port': 'x' }, 'http://q.lan'],
  ['X-Forwarded-Ssl', { host: 'q.lan', 'x-forwarded-ssl': 'On' }, 'https://q.lan'],
  [
    'Forwarded',
    { host: 'in', forwarded: 'for=10.0.0.9;host="q.lan:80";Proto=HTTPS, for=x;host=y' },
    'https://q.lan',
  ],
  ['a host that is none', { host: 'q.lan', 'x-forwarded-host': 'evil/x#' }, 'http://q.lan'],
  ['a scheme that is none', { host: 'q.lan', 'x-forwarded-proto': 'javascript' }, 'http://q.lan'],
])("%s: the browser's own pages may write", (_, headers, origin) => {
  expect(getRequestOrigin(aRequest(headers))).toBe(origin)
  expect(findProblem(aRequest({ ...headers, origin }))).toBeNull()
  for (const other of [
    'http://evil.example',
    `${origin}.evil.example`,
    `${origin.replace(/:\d+$/, '')}:9`,
  ]) {
    expect(findProblem(aRequest({ ...headers, origin: other }))).toContain(` is ${other}, but its `)
  }
})

test('an own certificate is https, whatever a proxy forgets to say', () => {
  expect(getRequestOrigin(aRequest({ host: 'q.lan:3443' }, 'https://q.lan:3443/'))).toBe(
    'https://q.lan:3443',
  )
})

test.each<[Record<string, string>, string, string]>([
  [
    { origin: 'http://q.lan', host: '127.0.0.1:3000' },
    'Origin is http://q.lan',
    'Host is 127.0.0.1:3000',
  ],
  [
    { origin: 'http://q.lan', host: 'in', 'x-forwarded-host': 'b.lan:80' },
    'Origin is http://q.lan',
    'X-Forwarded-Host is b.lan:80',
  ],
  [
    { origin: 'http://q.lan', host: 'in', forwarded: 'host=c.lan' },
    'Origin is http://q.lan',
    'Forwarded is c.lan',
  ],
  [{ origin: 'null', host: 'q.lan' }, 'Origin is null', 'Host is q.lan'],
  [
    { 'sec-fetch-site': 'same-site', host: 'q.lan' },
    'Sec-Fetch-Site is same-site',
    'not same-origin',
  ],
])('%j is refused with the header and both values, also in the log', (headers, theirs, own) => {
  const problem = findProblem(aRequest(headers))
  expect(problem).toStartWith(`This request came from another site: its ${theirs}, `)
  expect(problem).toContain(own)
  const [, value = ''] = theirs.split(' is ')
  expect(logged).toEqual([
    ['warn', 'request rejected: another site', expect.objectContaining({ value })],
  ])
})

test('the public address is an own one, whatever the proxy makes of Host', () => {
  findProblem = createCrossSiteCheck(log, { publicUrl: 'https://q.lan' })
  for (const origin of ['https://q.lan', 'https://q.lan:443', 'http://Q.lan.']) {
    expect(findProblem(aRequest({ origin, host: 'in:3000' }))).toBeNull()
  }
  expect(findProblem(aRequest({ origin: 'https://q.lan:444', host: 'in' }))).not.toBeNull()
})

test('a website that sends its visitors here fills neither the log nor an answer', () => {
  for (let n = 0; n < 1_000; n++) {
    const problem = findProblem(
      aRequest({ host: 'q.lan', origin: `http://${'x'.repeat(9_000)}${n}` }),
    )
    expect(problem?.length).toBeLessThan(400)
  }
  expect(logged.length).toBe(20)
})

test.each(['', 'a b', 'a/b', 'u:p@a', 'a:b', '[::1', "'self'", '*', 'a;b', 'a'.repeat(300)])(
  '%j is no host',
  text => expect(normalizeHost(text)).toBeNull(),
)
