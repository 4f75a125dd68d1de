import { afterEach, expect, test } from 'bun:test'
import { connect } from 'node:net'
import type { LiveLimits } from '../../../server/realtime/connection-limiter.ts'
import {
  fetchEngineIo,
  openJoinedWebSocket,
  openPollingSession,
  openWebSocket,
  startSocketServer,
  type TestSocketServer,
  UPGRADE_HEADERS,
} from '../../support/realtime/socket-server.ts'
import { connectSocket, until } from '../../support/server/test-server.ts'

let ctx: TestSocketServer

function withLimits(limits: Partial<LiveLimits>) {
  ctx = startSocketServer({ limits })
}
afterEach(() => ctx.close())

const MEGABYTE = 1024 * 1024
const OPEN = 'EIO=4&transport=polling'

test('connections of an address are limited; closing one frees a place', async () => {
  withLimits({ perAddress: 2 })
  const [first] = [await openJoinedWebSocket(ctx.url), await openPollingSession(ctx.url)]
  const refused = await fetchEngineIo(ctx.url, OPEN)
  expect([refused.status, await refused.json()]).toEqual([
    429,
    { code: 4, message: 'Too many connections' },
  ])
  expect(refused.headers.get('retry-after')).toBe('30')
  const socket = openWebSocket(ctx.url)
  expect(await socket.closed).toBeGreaterThan(0)

  first.close()
  await until('there is room again', async () => (await fetchEngineIo(ctx.url, OPEN)).ok)
})

test('rejected handshakes do not count', async () => {
  withLimits({ perAddress: 1 })
  for (let n = 0; n < 5; n++) await fetchEngineIo(ctx.url, 'EIO=3&transport=polling')
  for (let n = 0; n < 5; n++)
    await fetchEngineIo(ctx.url, OPEN, { headers: { origin: 'https://elsewhere.example' } })
  expect((await fetchEngineIo(ctx.url, OPEN)).status).toBe(200)
})

test('an address behind the proxy of this machine is counted by itself', async () => {
  withLimits({ perAddress: 1 })
  const from = (address: string) =>
    fetchEngineIo(ctx.url, OPEN, { headers: { 'x-forwarded-for': address } })
  const statuses = [await from('10.0.0.1'), await from('10.0.0.1'), await from('10.0.0.2')]
  expect(statuses.map(({ status }) => status)).toEqual([200, 429, 200])
})

test('new connections of an address are limited', async () => {
  withLimits({ perAddressAndMinute: 3 })
  const statuses: number[] = []
  for (let n = 0; n < 5; n++) statuses.push((await fetchEngineIo(ctx.url, OPEN)).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

test('a rejection is logged once for each address, without secrets', async () => {
  withLimits({ perAddress: 0 })
  const headers = { cookie: 'session=secret' }
  for (let n = 0; n < 5; n++) await fetchEngineIo(ctx.url, OPEN, { headers })
  const other = { 'x-forwarded-for': '10.0.0.1' }
  await fetchEngineIo(ctx.url, OPEN, { method: 'POST', headers: other })
  const message = 'connection rejected: too many'
  expect(ctx.logged).toEqual([
    { level: 'warn', message, address: '127.0.0.1' },
    { level: 'warn', message, address: '10.0.0.1' },
  ])
})

test('a message over 64 KiB closes a websocket and is rejected by polling', async () => {
  withLimits({})
  const socket = await openJoinedWebSocket(ctx.url)
  socket.send(`42["echo","${'x'.repeat(70_000)}"]`)
  await socket.closed

  const poller = await openPollingSession(ctx.url)
  const refused = await poller.post(`42["echo","${'x'.repeat(70_000)}"]`)
  expect([refused.status, (await refused.json()).message]).toEqual([413, 'Message too large'])
  expect((await poller.post('40')).status).toBe(200)
})

test('events without a listener are ignored; many of them close the connection', async () => {
  withLimits({ unknownEvents: 3 })
  const socket = await openJoinedWebSocket(ctx.url)
  const other = await openJoinedWebSocket(ctx.url)
  const forged = ['patient:called', 'clinic:joined', 'error']
  for (const event of forged) socket.send(`42["${event}",{"message":"x"}]`)
  ctx.channel.publish('patient:updated', { patientId: 1 })
  const event = '42["patient:updated",{"patientId":1}]'
  expect([await socket.next(), await other.next()]).toEqual([event, event])
  socket.send('42["once more"]')
  await socket.closed
  expect(other.isClosed()).toBe(false)
  expect(ctx.logged).toMatchObject([{ message: 'event ignored: unknown name' }])
})

test('a connection that floods or joins repeatedly is closed, by websocket and by polling', async () => {
  withLimits({ packetsPerMinute: 50, joinsPerConnection: 3 })
  const [flooding, joining] = [
    await openJoinedWebSocket(ctx.url),
    await openJoinedWebSocket(ctx.url),
  ]
  for (let n = 0; n < 60; n++) flooding.send('3')
  for (let n = 0; n < 3; n++) joining.send('41', '40')
  await Promise.all([flooding.closed, joining.closed])
  const poller = await openPollingSession(ctx.url)
  await poller.post(Array.from({ length: 60 }, () => '3').join('\x1e'))
  expect((await poller.get()).status).toBe(400)
  expect(ctx.logged).toMatchObject([{ message: 'connection closed: too many messages' }])
})

test('malformed frames are logged once', async () => {
  withLimits({})
  for (let n = 0; n < 3; n++) {
    const socket = await openJoinedWebSocket(ctx.url)
    socket.send('abc')
    await socket.closed
  }
  await until('it was noted', () => ctx.logged.length > 0)
  expect(ctx.logged).toMatchObject([
    { message: 'connection closed: malformed message', address: '127.0.0.1' },
  ])
})

/** Publishes large events, a few at a time, until `isDone`. */
async function flood(isDone: () => boolean, megabytes: number) {
  const keys = new Array<'clinicName'>(20_000).fill('clinicName')
  for (let sent = 0; sent < megabytes * 4 && !isDone(); sent++) {
    ctx.channel.publish('settings:updated', { keys })
    if (sent % 4 === 0) await Bun.sleep(0)
  }
}

test('a websocket that does not read is closed before it uses much memory; others stay', async () => {
  ctx = startSocketServer()
  const { socket, received } = connectSocket(ctx.url, { transports: ['websocket'] })
  await until('a good one has joined', () => received.length === 1)
  const lazy = connect(Number(new URL(ctx.url).port), '127.0.0.1')
  lazy.on('error', () => {})
  const head = Object.entries({ host: 'x', ...UPGRADE_HEADERS })
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  lazy.write(`GET /engine.io/?EIO=4&transport=websocket HTTP/1.1\r\n${lines}\r\n`)
  await new Promise(resolve => lazy.once('data', resolve))
  // A masked text frame with '40': it joins, and never reads again.
  lazy.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]))
  await until('both have joined', () => ctx.io.of('/').adapter.rooms.get('session:s')?.size === 2)
  lazy.pause()

  Bun.gc(true)
  const before = process.memoryUsage().rss
  const isGone = () => ctx.io.of('/').sockets.size === 1
  await flood(isGone, 64)
  await until('it is let go', isGone)
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * MEGABYTE)
  const count = received.length
  ctx.channel.publish('patient:updated', { patientId: 1 })
  await until('the good one hears', () => received.length > count)
  expect(socket.connected).toBe(true)
  socket.close()
  lazy.destroy()
})

test('a polling client that does not fetch is disconnected', async () => {
  ctx = startSocketServer({ limits: { unreadMessages: 50 } })
  const poller = await openPollingSession(ctx.url)
  await poller.post('40')
  await until('they have joined', () => ctx.io.of('/').adapter.rooms.get('session:s')?.size === 1)
  for (let patientId = 0; patientId < 60; patientId++) {
    ctx.channel.publish('patient:updated', { patientId })
  }
  expect((await poller.get()).status).toBe(400)
  expect(ctx.logged).toMatchObject([{ message: 'connection closed: client does not read' }])
})
