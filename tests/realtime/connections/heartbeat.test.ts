import { afterAll, beforeAll, expect, test } from 'bun:test'
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
