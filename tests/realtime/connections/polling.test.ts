import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  openPollingSession,
  openWebSocket,
  startSocketServer,
  type TestSocketServer,
} from '../../support/realtime/socket-server.ts'
import { until } from '../../support/server/test-server.ts'

let ctx: TestSocketServer

beforeAll(() => {
  ctx = startSocketServer()
  ctx.io.on('connection', socket => {
    socket.on('echo', (...words) => socket.emit('echoed', ...words))
  })
})
afterAll(() => ctx.close())

const RECORD = '\x1e'

/** Joined by long polling: the greeting is fetched. */
async function aJoinedPoller() {
  const poller = await openPollingSession(ctx.url)
  await poller.post('40')
  let greeted = ''
  while (!greeted.includes('clinic:joined')) greeted += await poller.poll()
  return poller
}

test('a packet is accepted with ok, and its result is polled', async () => {
  const poller = await openPollingSession(ctx.url)
  const posted = await poller.post('40')
  expect([posted.status, await posted.text()]).toEqual([200, 'ok'])
  expect(await poller.poll()).toStartWith('40{"sid":"')
})

test('several packets in one payload are handled in order', async () => {
  const poller = await aJoinedPoller()
  await poller.post(['42["echo",1]', '42["echo",2]', '42["echo",3]'].join(RECORD))
  const responses: string[] = []
  while (responses.length < 3) responses.push(...(await poller.poll()).split(RECORD))
  expect(responses).toEqual(['42["echoed",1]', '42["echoed",2]', '42["echoed",3]'])
})

test('Unicode text works in both directions', async () => {
  const poller = await aJoinedPoller()
  await poller.post('42["echo","中文 தமிழ் é 🏥"]')
  expect(await poller.poll()).toBe('42["echoed","中文 தமிழ் é 🏥"]')
})

test('a poll waits until there is a message', async () => {
  const poller = await aJoinedPoller()
  let received = ''
  const polling = poller.poll().then(text => (received = text))
  await until('it is held', () => ctx.holdsPoll(poller.sid))
  expect(received).toBe('')
  ctx.channel.publish('patient:updated', { patientId: 7 })
  await polling
  expect(received).toBe('42["patient:updated",{"patientId":7}]')
})

test('two polls at once end the session: the first is closed, the second rejected', async () => {
  const poller = await aJoinedPoller()
  const first = poller.get()
  await until('the first is held', () => ctx.holdsPoll(poller.sid))
  const second = await poller.get()
  expect([(await first).status, await (await first).text(), second.status]).toEqual([200, '1', 400])
  expect((await poller.get()).status).toBe(400)
})

test('a poll that the client aborts ends the session', async () => {
  const poller = await aJoinedPoller()
  const gone = new AbortController()
  const polling = poller.get({ signal: gone.signal }).catch(() => 'gone')
  await until('it is held', () => ctx.holdsPoll(poller.sid))
  gone.abort()
  expect(await polling).toBe('gone')
  await until('the session is over', async () => (await poller.get()).status === 400)
})

test.each(['abc', '', `42["echo",1]${RECORD}x`])(
  'the malformed payload %j ends the session',
  async body => {
    const poller = await aJoinedPoller()
    await poller.post(body)
    expect((await poller.get()).status).toBe(400)
  },
)

test('the client closes: an open poll is ended with a no-op, the session is over', async () => {
  const poller = await aJoinedPoller()
  const polling = poller.poll()
  await until('it is held', () => ctx.holdsPoll(poller.sid))
  await poller.post('1')
  expect(await polling).toBe('6')
  expect((await poller.get()).status).toBe(400)
})

test('an unsupported method is rejected and does no harm', async () => {
  const poller = await aJoinedPoller()
  expect((await poller.get({ method: 'DELETE' })).status).toBe(400)
  await poller.post('42["echo","still here"]')
  expect(await poller.poll()).toBe('42["echoed","still here"]')
})

test('a session upgraded to a websocket cannot be polled', async () => {
  const poller = await aJoinedPoller()
  const socket = openWebSocket(ctx.url, `EIO=4&transport=websocket&sid=${poller.sid}`)
  await socket.opened
  socket.send('2probe')
  expect(await socket.next()).toBe('3probe')
  socket.send('5')
  await until('it is refused', async () => (await poller.get()).status === 400)
  socket.send('42["echo","still here"]')
  expect(await socket.next()).toBe('42["echoed","still here"]')
  socket.close()
})
