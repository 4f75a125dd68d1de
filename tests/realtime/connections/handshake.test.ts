import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  fetchEngineIo,
  openPollingSession,
  openWebSocket,
  startSocketServer,
  type TestSocketServer,
  UPGRADE_HEADERS,
} from '../../support/realtime/socket-server.ts'

let ctx: TestSocketServer

beforeAll(() => {
  ctx = startSocketServer()
})
afterAll(() => ctx.close())

const REFUSED: [string, string, RequestInit, number, string][] = [
  ['no protocol version', 'transport=polling', {}, 5, 'Unsupported protocol version'],
  ['an old protocol', 'EIO=3&transport=polling', {}, 5, 'Unsupported protocol version'],
  ['a protocol of letters', 'EIO=abc&transport=polling', {}, 5, 'Unsupported protocol version'],
  ['no transport', 'EIO=4', {}, 0, 'Transport unknown'],
  ['an unknown transport', 'EIO=4&transport=pigeon', {}, 0, 'Transport unknown'],
  ['a transport of the language', 'EIO=4&transport=constructor', {}, 0, 'Transport unknown'],
  ['an unknown session', 'EIO=4&transport=polling&sid=nobody', {}, 1, 'Session ID unknown'],
  [
    'POST without a session',
    'EIO=4&transport=polling',
    { method: 'POST' },
    2,
    'Bad handshake method',
  ],
  ['PUT', 'EIO=4&transport=polling', { method: 'PUT' }, 2, 'Bad handshake method'],
  ['a websocket that is none', 'EIO=4&transport=websocket', {}, 3, 'Bad request'],
  [
    'a poll that is a websocket',
    'EIO=4&transport=polling',
    { headers: UPGRADE_HEADERS },
    3,
    'Bad request',
  ],
  [
    'a websocket without a key',
    'EIO=4&transport=websocket',
    { headers: { upgrade: 'websocket', connection: 'Upgrade' } },
    3,
    'Bad request',
  ],
]

test.each(REFUSED)(
  '%s is rejected with an error of the protocol',
  async (_, query, init, code, message) => {
    const response = await fetchEngineIo(ctx.url, query, init)
    expect([response.status, await response.json()]).toEqual([400, { code, message }])
  },
)

const BAD_UPGRADES: [string, RequestInit][] = [
  ...['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method): [string, RequestInit] => [
    method,
    { method, headers: UPGRADE_HEADERS },
  ]),
  ...['', 'a', 'a'.repeat(24), 'a'.repeat(300)].map((key): [string, RequestInit] => [
    `a key of ${key.length} letters`,
    { headers: { ...UPGRADE_HEADERS, 'sec-websocket-key': key } },
  ]),
]

test.each(BAD_UPGRADES)('an upgrade with %s is rejected, polling continues', async (_, init) => {
  const poller = await openPollingSession(ctx.url)
  for (const query of [`transport=websocket&sid=${poller.sid}`, 'transport=websocket']) {
    expect((await fetchEngineIo(ctx.url, `EIO=4&${query}`, init)).status).toBe(400)
  }
  await poller.post('40')
  expect(await poller.poll()).toStartWith('40{"sid"')
})

const AGREED = { pingInterval: 2_500, pingTimeout: 3_500, maxPayload: 64 * 1024 }

test('a polling handshake has the session, the upgrades, the heartbeat and the largest message', async () => {
  const { handshake } = await openPollingSession(ctx.url)
  expect(handshake).toEqual({ sid: expect.any(String), upgrades: ['websocket'], ...AGREED })
  expect(handshake.sid.length).toBeGreaterThanOrEqual(20)
})

test('a websocket handshake has the same, without upgrades', async () => {
  const socket = openWebSocket(ctx.url)
  const opened = String(await socket.next())
  expect(opened[0]).toBe('0')
  expect(JSON.parse(opened.slice(1))).toEqual({ sid: expect.any(String), upgrades: [], ...AGREED })
  socket.close()
})

test('polls are plain text in UTF-8 that is not cached', async () => {
  const response = await fetchEngineIo(ctx.url, 'EIO=4&transport=polling')
  expect(response.headers.get('content-type')).toBe('text/plain; charset=UTF-8')
  expect(response.headers.get('set-cookie')).toBeNull()
})

const ELSEWHERE = [
  ['another site', { origin: 'https://elsewhere.example' }],
  ['a page without a site', { origin: 'null' }],
  ['no address at all', { origin: 'nonsense' }],
  ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbor site, as the browser says', { 'sec-fetch-site': 'same-site' }],
] as const

test.each(ELSEWHERE)('%s is rejected on both transports', async (_, headers) => {
  for (const [transport, more] of [
    ['polling', {}] as const,
    ['websocket', UPGRADE_HEADERS] as const,
  ]) {
    const response = await fetchEngineIo(ctx.url, `EIO=4&transport=${transport}`, {
      headers: { ...headers, ...more },
    })
    expect([response.status, await response.json()]).toEqual([
      403,
      { code: 4, message: 'Forbidden' },
    ])
  }
})

test('another site cannot poll a session whose id it knows', async () => {
  const { sid } = await openPollingSession(ctx.url)
  const response = await fetchEngineIo(ctx.url, `EIO=4&transport=polling&sid=${sid}`, {
    headers: { origin: 'https://elsewhere.example' },
  })
  expect(response.status).toBe(403)
})

test("the program's own pages are accepted, by Host or by Sec-Fetch-Site", async () => {
  const own: Record<string, string>[] = [{ origin: ctx.url }, { 'sec-fetch-site': 'same-origin' }]
  for (const headers of own) {
    expect((await fetchEngineIo(ctx.url, 'EIO=4&transport=polling', { headers })).status).toBe(200)
  }
})
