import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  openJoinedWebSocket,
  openWebSocket,
  startSocketServer,
  type TestSocketServer,
} from '../../support/realtime/socket-server.ts'
import { connectSocket, until } from '../../support/server/test-server.ts'

let ctx: TestSocketServer
const left: string[] = []

beforeAll(() => {
  ctx = startSocketServer({ heartbeat: { joinTimeoutMs: 300 } })
  ctx.io.on('connection', socket => {
    socket.on('echo', (...words) => socket.emit('echoed', ...words))
    socket.on('ask', (...words) => words.pop()(...words))
    socket.on('leave', () => socket.disconnect())
    socket.on('disconnect', reason => void left.push(reason))
  })
})
afterAll(() => ctx.close())

test('a socket joins the main namespace and is greeted', async () => {
  const socket = openWebSocket(ctx.url)
  await socket.next()
  socket.send('40')
  const joined = String(await socket.next())
  expect(JSON.parse(joined.slice(2))).toEqual({ sid: expect.any(String) })
  expect(await socket.next()).toStartWith('42["clinic:joined",{"username":"nurse","version":"')
  socket.close()
})

test('the public socket id is not the session id', async () => {
  const socket = openWebSocket(ctx.url)
  const { sid } = JSON.parse(String(await socket.next()).slice(1))
  socket.send('40')
  expect(String(await socket.next())).not.toContain(sid)
  socket.close()
})

test('a socket joins with auth data', async () => {
  const ctx = startSocketServer({
    authenticate: async ({ tvToken }) => ({
      session: 's',
      name: String(tvToken),
      audience: 'tv',
      options: null,
    }),
  })
  const socket = openWebSocket(ctx.url)
  await socket.next()
  socket.send('40{"tvToken":"Hall"}')
  await socket.next()
  expect(await socket.next()).toStartWith('42["tv:connected",{"name":"Hall","version":"')
  await ctx.close()
})

test('an unknown namespace is rejected with an error packet, and the main one still opens', async () => {
  const socket = openWebSocket(ctx.url)
  await socket.next()
  socket.send('40/nowhere,')
  expect(await socket.next()).toBe('44/nowhere,{"message":"Invalid namespace"}')
  socket.send('40')
  expect(String(await socket.next())).toStartWith('40{"sid"')
  socket.close()
})

test('a connection that joins no namespace is closed', async () => {
  const socket = openWebSocket(ctx.url)
  await socket.next()
  await socket.closed
})

test('socket.io-client gets acknowledgements, and either side can disconnect', async () => {
  const { socket } = connectSocket(ctx.url, { transports: ['websocket'] })
  expect(await socket.emitWithAck('ask', 'ü', 2)).toBe('ü')
  left.length = 0
  socket.disconnect()
  await until('the server knows', () => left.length === 1)
  expect(left).toEqual(['client namespace disconnect'])

  socket.connect()
  await until('it is back', () => socket.connected)
  const reason = new Promise(resolve => socket.once('disconnect', resolve))
  socket.emit('leave')
  expect(await reason).toBe('io server disconnect')
  socket.close()
})

const MALFORMED: [string, ...(string | Uint8Array)[]][] = [
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
]

test.each(MALFORMED)('%s closes the connection, and no other', async (_, ...packets) => {
  const [socket, other] = [await openJoinedWebSocket(ctx.url), await openJoinedWebSocket(ctx.url)]
  socket.send(...packets)
  await socket.closed
  other.send('42["echo","still here"]')
  expect(await other.next()).toBe('42["echoed","still here"]')
  other.close()
})
