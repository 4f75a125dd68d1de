import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cleanUp } from '../../server/actions/cleanup.ts'
import { aCall } from '../support/samples.ts'
import { ROOMS } from '../support/server/test-clinic.ts'
import {
  connectSocket,
  startTestServer,
  type TestServer,
  until,
} from '../support/server/test-server.ts'

let ctx: TestServer

beforeEach(async () => {
  ctx = await startTestServer()
})
afterEach(() => ctx.close())

const WAYS = [
  ['websocket', { transports: ['websocket'] }],
  ['long polling', { transports: ['polling'] }],
  ['long polling that becomes a websocket', { transports: ['polling', 'websocket'] }],
] as const

test.each(WAYS)('a signed-in screen receives a call by %s', async (_, { transports }) => {
  const nurse = await ctx.nurse()
  const ali = await nurse.register('ali')
  const { socket, received } = connectSocket(ctx.url, {
    cookie: nurse.cookie,
    transports: [...transports],
  })
  await until('the screen has joined', () => received.length === 1)
  expect(received).toEqual([['clinic:joined', { username: 'nurse', version: expect.any(String) }]])

  const { body } = await nurse.call(ali.id, ROOMS.one)
  await until('the call is received', () => received.length === 2)
  const call = aCall({ patientId: ali.id, calledAt: body.calledAt })
  // Without the list, and with what the desk needs instead of it.
  expect(received[1]).toEqual(['patient:called', { ...call, patient: body }])
  socket.close()
})

test('polling is upgraded to a websocket', async () => {
  const nurse = await ctx.nurse()
  const { socket, received } = connectSocket(ctx.url, {
    cookie: nurse.cookie,
    transports: ['polling', 'websocket'],
  })
  await until('the screen has joined', () => received.length === 1)
  await until('it is a websocket', () => socket.io.engine.transport.name === 'websocket')
  socket.close()
})

test('a signed-out client receives nothing and is disconnected', async () => {
  const { socket, received } = connectSocket(ctx.url)
  await until('it was let go', () => received.length > 0 && !socket.connected)
  expect(received).toEqual([['error', { message: 'Please sign in' }]])
  const nurse = await ctx.nurse()
  await nurse.register('ali')
  expect(received).toHaveLength(1)
})

test('signing out ends the live connection of that session and of no other', async () => {
  const [signingOut, staying] = [await ctx.nurse(), await ctx.nurse()]
  const one = connectSocket(ctx.url, { cookie: signingOut.cookie })
  const other = connectSocket(ctx.url, { cookie: staying.cookie })
  await until('both have joined', () => one.received.length + other.received.length === 2)

  await signingOut.send('POST', '/api/auth/logout')
  await until('the one is closed', () => !one.socket.connected)
  expect(other.socket.connected).toBe(true)
  await staying.register('ali')
  await until('the other hears', () => other.received.length === 2)
  expect(one.received).toHaveLength(1)
  other.socket.close()
})

test("an expired session's connection closes at the next cleanup", async () => {
  const nurse = await ctx.nurse()
  const { socket, received } = connectSocket(ctx.url, { cookie: nurse.cookie })
  await until('it has joined', () => received.length === 1)
  ctx.clock.advance(12 * 60 * 60_000 + 1)
  await cleanUp(ctx.clinic)
  await until('it is closed', () => !socket.connected)
})

test("another site's page cannot connect with our cookie, on either transport", async () => {
  const { cookie } = await ctx.nurse()
  for (const upgrade of [{}, UPGRADE]) {
    const transport = 'upgrade' in upgrade ? 'websocket' : 'polling'
    const response = await fetch(`${ctx.url}/engine.io/?EIO=4&transport=${transport}`, {
      headers: { cookie, origin: 'https://elsewhere.example', ...upgrade },
    })
    expect({ transport, status: response.status, body: await response.json() }).toEqual({
      transport,
      status: 403,
      body: { code: 4, message: 'Forbidden' },
    })
  }
})

const UPGRADE = {
  upgrade: 'websocket',
  connection: 'Upgrade',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

test('a websocket without its Upgrade header is rejected, and the client keeps polling', async () => {
  const { cookie } = await ctx.nurse()
  const response = await fetch(`${ctx.url}/engine.io/?EIO=4&transport=websocket`, {
    headers: { cookie },
  })
  expect([response.status, await response.json()]).toEqual([
    400,
    { code: 3, message: 'Bad request' },
  ])
})

test("an invalid handshake is rejected with the protocol's error", async () => {
  const request = async (query: string, method = 'GET') => {
    const response = await fetch(`${ctx.url}/engine.io/?${query}`, { method })
    return [response.status, (await response.json()).message]
  }
  expect(await request('EIO=4&transport=pigeon')).toEqual([400, 'Transport unknown'])
  expect(await request('EIO=4&transport=polling&sid=nobody')).toEqual([400, 'Session ID unknown'])
  expect(await request('EIO=3&transport=polling')).toEqual([400, 'Unsupported protocol version'])
  expect(await request('EIO=4&transport=polling', 'POST')).toEqual([400, 'Bad handshake method'])
})

test('a client that joins without auth data is identified by its cookie', async () => {
  const { cookie } = await ctx.nurse()
  const received: string[] = []
  const url = `${ctx.url.replace('http', 'ws')}/engine.io/?EIO=4&transport=websocket`
  // Bun's own WebSocket takes headers, unlike a browser's.
  const socket = new WebSocket(url, { headers: { cookie } } as unknown as string[])
  socket.onopen = () => socket.send('40')
  socket.onmessage = ({ data }) => received.push(String(data))
  await until('it has joined', () => received.some(message => message.includes('clinic:joined')))
  socket.close()
})
