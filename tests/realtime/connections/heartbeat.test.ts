import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Socket as EngineSocket } from 'engine.io-client'
import {
  openPollingSession,
  openWebSocket,
  startSocketServer,
  type TestSocketServer,
} from '../../support/realtime/socket-server.ts'
import { until } from '../../support/server/test-server.ts'

/** A busy machine sends a pong late, so the time-out is long beside the interval. */
const QUICK = { pingInterval: 150, pingTimeout: 2_000 }
let ctx: TestSocketServer

beforeAll(() => {
  ctx = startSocketServer({ heartbeat: { ...QUICK, joinTimeoutMs: 5_000 } })
})
afterAll(() => ctx.close())

test.concurrent('a websocket gets pings, and stays open while it sends pongs', async () => {
  const socket = openWebSocket(ctx.url)
  await socket.next()
  for (let beat = 0; beat < 3; beat++) {
    expect(await socket.next()).toBe('2')
    socket.send('3')
  }
  expect(socket.isClosed()).toBe(false)
  socket.close()
})

test.concurrent('a websocket without pongs is closed', async () => {
  const socket = openWebSocket(ctx.url)
  await socket.next()
  const opened = performance.now()
  await socket.closed
  expect(performance.now() - opened).toBeGreaterThan(QUICK.pingInterval)
})

test.concurrent('a polling client gets pings, too, and stays while it sends pongs', async () => {
  const poller = await openPollingSession(ctx.url)
  for (let beat = 0; beat < 3; beat++) {
    expect(await poller.poll()).toBe('2')
    expect((await poller.post('3')).status).toBe(200)
  }
})

test.concurrent('a polling client that stops polling is dropped', async () => {
  const poller = await openPollingSession(ctx.url)
  expect(ctx.hasSession(poller.sid)).toBe(true)
  await until('its session is gone', () => !ctx.hasSession(poller.sid))
  expect((await poller.get()).status).toBe(400)
})

test.concurrent('an open poll ends when the pongs stop', async () => {
  const poller = await openPollingSession(ctx.url)
  expect(await poller.poll()).toBe('2')
  expect(await poller.poll()).toBe('1')
})

test.concurrent("a client closes when the server's pings stop", async () => {
  const silent = Bun.serve({
    port: 0,
    fetch: (request, server) => (server.upgrade(request) ? undefined : new Response()),
    websocket: {
      open: socket =>
        void socket.send(
          `0${JSON.stringify({ sid: 's', upgrades: [], maxPayload: 1e6, ...QUICK })}`,
        ),
      message() {},
    },
  })
  const url = `http://localhost:${silent.port}`
  const client = new EngineSocket(url, { path: '/engine.io/', transports: ['websocket'] })
  const reason = await new Promise<string>(resolve => client.on('close', resolve))
  expect(reason).toBe('ping timeout')
  await silent.stop(true)
})

test.concurrent('socket.io-client sends pongs by itself and stays', async () => {
  const client = new EngineSocket(ctx.url, { path: '/engine.io/', transports: ['websocket'] })
  let beats = 0
  client.on('ping', () => beats++)
  await until('three beats have passed', () => beats >= 3)
  expect(client.readyState).toBe('open')
  client.close()
})
