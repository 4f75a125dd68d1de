import { afterEach, expect, test } from 'bun:test'
import { connect } from 'node:net'
import type { Client } from '../../server/realtime/subscriber.ts'
import {
  openPollingSession,
  openWebSocket,
  startSocketServer,
  type TestSocketServer,
  UPGRADE_HEADERS,
} from '../support/realtime/socket-server.ts'
import { connectSocket, until } from '../support/server/test-server.ts'

let ctx: TestSocketServer
afterEach(() => ctx.close())

const NURSE: Client = { session: 's', name: 'nurse', audience: 'staff', options: null }
const MEGABYTE = 1024 * 1024

test('when authentication fails with an error, the client reconnects by itself', async () => {
  let isDown = true
  ctx = startSocketServer({
    async authenticate() {
      if (isDown) throw new Error('the database is away')
      return NURSE
    },
  })
  const { socket, received } = connectSocket(ctx.url, { reconnection: true, reconnectionDelay: 20 })
  await until('it was tried', () => ctx.logged.length > 0)
  isDown = false
  await until('it has joined', () => received.length === 1)
  expect(received).toEqual([['clinic:joined', { username: 'nurse', version: expect.any(String) }]])
  expect(ctx.logged[0]).toMatchObject({ level: 'error', error: 'Error: the database is away' })
  socket.close()
})

test('a rejected client receives nothing, not even while it is authenticated', async () => {
  let resolveClient = (_: Client | null) => {}
  ctx = startSocketServer({ authenticate: () => new Promise(resolve => (resolveClient = resolve)) })
  const socket = openWebSocket(ctx.url)
  await socket.next()
  socket.send('40')
  await socket.next()
  ctx.channel.publish('patient:updated', { patientId: 1 })
  resolveClient(null)
  expect(await socket.next()).toBe('42["error",{"message":"Please sign in"}]')
  await socket.closed
})

/** Publishes large events, a few at a time, until `isDone`. */
async function flood(isDone: () => boolean, megabytes: number) {
  const keys = [...'0123456789abcdef'].map(letter => letter.repeat(16 * 1024))
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
  const head = Object.entries({ host: new URL(ctx.url).host, ...UPGRADE_HEADERS })
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
