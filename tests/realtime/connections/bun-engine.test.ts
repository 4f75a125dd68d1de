import { afterAll, expect, test } from 'bun:test'
import type { Client } from '../../../server/realtime/subscriber.ts'
import { HOSTILE_NAMES } from '../../support/hostile-names.ts'
import { startProxy } from '../../support/network/proxy.ts'
import {
  fetchEngineIo,
  openJoinedWebSocket,
  openPollingSession,
  openWebSocket,
  startSocketServer,
  UPGRADE_HEADERS,
} from '../../support/realtime/socket-server.ts'
import { connectSocket, until } from '../../support/server/test-server.ts'

const POLLING = 'EIO=4&transport=polling'
const WEBSOCKET = 'EIO=4&transport=websocket'

const ctx = startSocketServer()
afterAll(() => ctx.close())

const withoutKey = { headers: { upgrade: 'websocket', connection: 'Upgrade' } }

test.each<[string, string, RequestInit, number, string]>([
  ['a transport of the language', 'EIO=4&transport=constructor', {}, 0, 'Transport unknown'],
  ['a websocket that is none', WEBSOCKET, {}, 3, 'Bad request'],
  ['a poll that is a websocket', POLLING, { headers: UPGRADE_HEADERS }, 3, 'Bad request'],
  ['a websocket without a key', WEBSOCKET, withoutKey, 3, 'Bad request'],
])('%s is rejected with an error of the protocol', async (_, query, init, code, message) => {
  const response = await fetchEngineIo(ctx.url, query, init)
  expect([response.status, await response.json()]).toEqual([400, { code, message }])
})

async function expectPolling(poller: Awaited<ReturnType<typeof openPollingSession>>) {
  await poller.post('40')
  let response = '6'
  while (response === '6') response = await poller.poll()
  expect(response).toStartWith('40{"sid"')
}

test.each<RequestInit>([
  ...['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map(method => ({
    method,
    headers: UPGRADE_HEADERS,
  })),
  ...['', 'a', 'a'.repeat(24), 'a'.repeat(300)].map(key => ({
    headers: { ...UPGRADE_HEADERS, 'sec-websocket-key': key },
  })),
])('the upgrade %j is rejected, polling continues', async init => {
  const poller = await openPollingSession(ctx.url)
  for (const query of [`${WEBSOCKET}&sid=${poller.sid}`, WEBSOCKET]) {
    expect((await fetchEngineIo(ctx.url, query, init)).status).toBe(400)
  }
  await expectPolling(poller)
})

test('a handshake has the session, the upgrades, the heartbeat and the largest message', async () => {
  const agreed = { pingInterval: 2_500, pingTimeout: 3_500, maxPayload: 64 * 1024 }
  const { handshake } = await openPollingSession(ctx.url)
  expect(handshake).toEqual({ sid: expect.any(String), upgrades: ['websocket'], ...agreed })
  const socket = openWebSocket(ctx.url)
  const opened = JSON.parse(String(await socket.next()).slice(1))
  expect(opened).toEqual({ sid: expect.any(String), upgrades: [], ...agreed })
  socket.close()
})

test.each<Record<string, string>>([
  { origin: 'https://elsewhere.example' },
  { origin: 'null' },
  { origin: 'nonsense' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
])(
  'a page of another site (%j) is rejected on both transports, also with a session',
  async page => {
    const { sid } = await openPollingSession(ctx.url)
    for (const [query, more] of [
      [POLLING, {}],
      [`${POLLING}&sid=${sid}`, {}],
      [WEBSOCKET, UPGRADE_HEADERS],
    ] as const) {
      const response = await fetchEngineIo(ctx.url, query, { headers: { ...page, ...more } })
      const message = expect.stringContaining(`is ${Object.values(page)[0]}, `)
      expect([response.status, await response.json()]).toEqual([403, { code: 4, message }])
    }
  },
)

async function probe(poller: { sid: string }) {
  const socket = openWebSocket(ctx.url, `${WEBSOCKET}&sid=${poller.sid}`)
  await socket.opened
  socket.send('2probe')
  expect(await socket.next()).toBe('3probe')
  return socket
}

test.each(['before', 'after'])(
  'a second websocket %s the upgrade is closed, the first stays',
  async when => {
    const poller = await openPollingSession(ctx.url)
    const socket = await probe(poller)
    if (when === 'after') {
      socket.send('5')
      await until('it is a websocket', async () => (await poller.get()).status === 400)
    }
    await openWebSocket(ctx.url, `${WEBSOCKET}&sid=${poller.sid}`).closed
    socket.send(...(when === 'after' ? ['40'] : ['5', '40']))
    expect(String(await socket.next())).toStartWith('40{"sid"')
    socket.close()
  },
)

test.each(['2probe', '4hello'])(
  'a websocket that goes on with %j is closed, polling continues',
  async text => {
    const poller = await openPollingSession(ctx.url)
    const socket = await probe(poller)
    socket.send(text)
    await socket.closed
    await expectPolling(poller)
  },
)

test.each([
  ['websocket first, as our own pages', ['websocket', 'polling']],
  ['polling first, as the library does by itself', ['polling', 'websocket']],
])('behind a proxy that removes Upgrade a client polls: %s', async (_, transports) => {
  const proxy = await startProxy(ctx.url, { stripsUpgrade: true })
  const { socket, received } = connectSocket(proxy.url, { transports, tryAllTransports: true })
  await until('it has joined', () => received.length === 1)
  ctx.channel.publish('patient:updated', { patientId: 7 })
  await until('it hears', () => received.length === 2)
  await Bun.sleep(150)
  expect([socket.connected, socket.io.engine.transport.name]).toEqual([true, 'polling'])
  socket.close()
  proxy.close()
})

ctx.io.on('connection', socket => {
  socket.on('echo', (...words) => socket.emit('echoed', ...words))
  socket.on('ask', (...words) => words.pop()(...words))
})

test.each<[string, ...(string | Uint8Array)[]]>([
  ['a packet of no type', '4abc'],
  ['no packet at all', 'abc'],
  ['an event without a list', '42{}'],
  ['an event without a name', '42[]'],
  ['a name that the library keeps for itself', '42["disconnect"]'],
  ['a number that is none', '42abc["ask",1]'],
  ['broken JSON', '42["echo",'],
  ['bytes that nobody announced', Uint8Array.of(1, 2, 3)],
  ['more bytes than can be', '4599999999-["echo"]'],
  [
    'another event where bytes were announced',
    '451-["echo",{"_placeholder":true,"num":0}]',
    '42["echo"]',
  ],
  ['a ping, which only the server may', '2'],
  ['a second join', '40'],
])('%s closes the connection, and no other', async (_, ...packets) => {
  const [socket, other] = [await openJoinedWebSocket(ctx.url), await openJoinedWebSocket(ctx.url)]
  socket.send(...packets)
  await socket.closed
  other.send('42["echo","still here"]')
  expect(await other.next()).toBe('42["echoed","still here"]')
  other.close()
})

test.each(HOSTILE_NAMES)('an event, a text and a field may be named %s', async name => {
  const socket = await openJoinedWebSocket(ctx.url)
  const [text, fields] = [name, Object.fromEntries([[name, name]])].map(one => JSON.stringify(one))
  socket.send(`42[${text},${text}]`, `42["echo",${text},${fields}]`)
  expect(await socket.next()).toBe(`42["echoed",${text},${fields}]`)
  socket.close()
})

test('a connection that joins no namespace is closed', async () => {
  const { url, close } = startSocketServer({ heartbeat: { joinTimeoutMs: 300 } })
  const socket = openWebSocket(url)
  await socket.next()
  await socket.closed
  await close()
})

test('when authentication fails with an error, the client reconnects by itself', async () => {
  let isDown = true
  const ctx = startSocketServer({
    async authenticate() {
      if (isDown) throw new Error('the database is away')
      return { session: 's', name: 'nurse', audience: 'staff', options: null }
    },
  })
  const { socket, received } = connectSocket(ctx.url, { reconnection: true, reconnectionDelay: 20 })
  await until('it was tried', () => ctx.logged.length > 0)
  isDown = false
  await until('it has joined', () => received.length === 1)
  expect(received).toEqual([['clinic:joined', { username: 'nurse', version: expect.any(String) }]])
  expect(ctx.logged[0]).toMatchObject({ level: 'error', error: 'Error: the database is away' })
  socket.close()
  await ctx.close()
})

test('a rejected client receives nothing, not even while it is authenticated', async () => {
  let resolveClient = (_: Client | null) => {}
  const ctx = startSocketServer({
    authenticate: () => new Promise(resolve => (resolveClient = resolve)),
  })
  const socket = openWebSocket(ctx.url)
  await socket.next()
  socket.send('40')
  await socket.next()
  ctx.channel.publish('patient:updated', { patientId: 1 })
  resolveClient(null)
  expect(await socket.next()).toBe('42["error",{"message":"Please sign in"}]')
  await socket.closed
  await ctx.close()
})
