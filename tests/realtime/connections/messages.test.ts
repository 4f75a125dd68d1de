import { afterAll, expect, test } from 'bun:test'
import type { Client } from '../../../server/realtime/subscriber.ts'
import { HOSTILE_NAMES } from '../../support/hostile-names.ts'
import {
  openJoinedWebSocket,
  openPollingSession,
  openWebSocket,
  startSocketServer,
} from '../../support/realtime/socket-server.ts'
import { connectSocket, until } from '../../support/server/test-server.ts'
import { SLOWNESS } from '../../support/time-limit.ts'

const RECORD = '\x1e'
const ctx = startSocketServer()
ctx.io.on('connection', socket => {
  socket.on('echo', (...words) => socket.emit('echoed', ...words))
  socket.on('ask', (...words) => words.pop()(...words))
})
afterAll(() => ctx.close())

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

/** Joined by long polling: the greeting is fetched. */
async function aJoinedPoller() {
  const poller = await openPollingSession(ctx.url)
  await poller.post('40')
  let greeted = ''
  while (!greeted.includes('clinic:joined')) greeted += await poller.poll()
  return poller
}

test('several packets in one payload are handled in order, in any script', async () => {
  const poller = await aJoinedPoller()
  await poller.post(['42["echo",1]', '42["echo","中文 தமிழ் é 🏥"]', '42["echo",3]'].join(RECORD))
  const responses: string[] = []
  while (responses.length < 3) responses.push(...(await poller.poll()).split(RECORD))
  expect(responses).toEqual(['42["echoed",1]', '42["echoed","中文 தமிழ் é 🏥"]', '42["echoed",3]'])
})

test.each(['abc', '', `42["echo",1]${RECORD}x`])(
  'the malformed payload %j ends the session',
  async body => {
    const poller = await aJoinedPoller()
    await poller.post(body)
    expect((await poller.get()).status).toBe(400)
  },
)

test('two polls at once, or one that the client aborts, end the session', async () => {
  const [twice, aborting] = [await aJoinedPoller(), await aJoinedPoller()]
  const first = twice.get()
  await until('the first is held', () => ctx.holdsPoll(twice.sid))
  const second = await twice.get()
  expect([(await first).status, await (await first).text(), second.status]).toEqual([200, '1', 400])

  const gone = new AbortController()
  const polling = aborting.get({ signal: gone.signal }).catch(() => 'gone')
  await until('it is held', () => ctx.holdsPoll(aborting.sid))
  gone.abort()
  expect(await polling).toBe('gone')
  for (const { get } of [twice, aborting]) {
    await until('the session is over', async () => (await get()).status === 400)
  }
})

test('a client stays while it sends pongs and is dropped without them, by websocket and by polling', async () => {
  /** A busy machine sends a pong late, so the time-out is long beside the interval. */
  const heartbeat = { pingInterval: 150, pingTimeout: 2_000 * SLOWNESS, joinTimeoutMs: 5_000 }
  const { url, hasSession, close } = startSocketServer({ heartbeat })
  const [poller, socket] = [await openPollingSession(url), openWebSocket(url)]
  await socket.next()
  for (let beat = 0; beat < 3; beat++) {
    expect(await socket.next()).toBe('2')
    socket.send('3')
    expect(await poller.poll()).toBe('2')
    expect((await poller.post('3')).status).toBe(200)
  }
  expect([socket.isClosed(), hasSession(poller.sid)]).toEqual([false, true])
  await socket.closed
  await until('its session is gone', () => !hasSession(poller.sid))
  await close()
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

test('a connection that got another name while it joined ends with that name', async () => {
  const staff: Client = { session: 's', name: 'nurse', audience: 'staff', options: null }
  const display: Client = { ...staff, session: 'display:s', audience: 'tv' }
  let current = staff
  const ctx = startSocketServer({
    async authenticate() {
      const found = current
      current = display
      return found
    },
  })
  const { socket, received } = connectSocket(ctx.url)
  let isOver = false
  socket.once('disconnect', () => {
    isOver = true
  })
  await until('it is greeted, or closed', () => received.length > 0 || isOver)
  ctx.channel.endSessions([display.session])
  await until('it is closed', () => isOver)
  await ctx.close()
})
