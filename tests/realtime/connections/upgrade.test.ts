import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startProxy } from '../../support/network/proxy.ts'
import {
  openPollingSession,
  openWebSocket,
  startSocketServer,
  type TestSocketServer,
} from '../../support/realtime/socket-server.ts'
import { connectSocket, until } from '../../support/server/test-server.ts'

let ctx: TestSocketServer

beforeAll(() => {
  ctx = startSocketServer()
})
afterAll(() => ctx.close())

async function aProbe() {
  const poller = await openPollingSession(ctx.url)
  const socket = openWebSocket(ctx.url, `EIO=4&transport=websocket&sid=${poller.sid}`)
  await socket.opened
  socket.send('2probe')
  expect(await socket.next()).toBe('3probe')
  return { poller, socket }
}

test('a probe gets its pong, the open poll ends, and the websocket takes over', async () => {
  const { poller, socket } = await aProbe()
  expect(await poller.poll()).toBe('6')
  socket.send('5', '40')
  expect(String(await socket.next())).toStartWith('40{"sid"')
  expect(await socket.next()).toStartWith('42["clinic:joined",{"username":"nurse","version":"')
  expect((await poller.get()).status).toBe(400)
  socket.close()
})

test('events during the upgrade are not lost', async () => {
  const poller = await openPollingSession(ctx.url)
  await poller.post('40')
  let greeted = ''
  while (!greeted.includes('clinic:joined')) greeted += await poller.poll()
  const socket = openWebSocket(ctx.url, `EIO=4&transport=websocket&sid=${poller.sid}`)
  await socket.opened
  socket.send('2probe')
  expect(await socket.next()).toBe('3probe')
  for (const patientId of [1, 2, 3]) ctx.channel.publish('patient:updated', { patientId })
  socket.send('5')
  for (const patientId of [1, 2, 3]) {
    expect(await socket.next()).toBe(`42["patient:updated",{"patientId":${patientId}}]`)
  }
  socket.close()
})

test('a second websocket for one session is closed, the first stays', async () => {
  const { poller, socket } = await aProbe()
  socket.send('5')
  await until('it is a websocket', async () => (await poller.get()).status === 400)
  const second = openWebSocket(ctx.url, `EIO=4&transport=websocket&sid=${poller.sid}`)
  await second.closed
  socket.send('40')
  expect(String(await socket.next())).toStartWith('40{"sid"')
  socket.close()
})

test('a second probe beside the first is closed, too', async () => {
  const { poller, socket } = await aProbe()
  const second = openWebSocket(ctx.url, `EIO=4&transport=websocket&sid=${poller.sid}`)
  await second.closed
  socket.send('5', '40')
  expect(String(await socket.next())).toStartWith('40{"sid"')
  socket.close()
})

test('a websocket that probes twice is closed, polling continues', async () => {
  const { poller, socket } = await aProbe()
  socket.send('2probe')
  await socket.closed
  await poller.post('40')
  let response = '6'
  while (response === '6') response = await poller.poll()
  expect(response).toStartWith('40{"sid"')
})

test('a wrong probe is closed, polling continues', async () => {
  const poller = await openPollingSession(ctx.url)
  const socket = openWebSocket(ctx.url, `EIO=4&transport=websocket&sid=${poller.sid}`)
  await socket.opened
  socket.send('4hello')
  await socket.closed
  await poller.post('40')
  expect(await poller.poll()).toStartWith('40{"sid"')
})

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
