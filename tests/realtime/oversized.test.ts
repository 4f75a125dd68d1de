import { afterEach, beforeEach, expect, test } from 'bun:test'
import { openRawSocket, sendRawRequest } from '../support/network/raw-socket.ts'
import { openPollingSession } from '../support/realtime/socket-server.ts'
import { startTestServer, type TestServer, until } from '../support/server/test-server.ts'

const MEGABYTE = 1024 * 1024
const CHUNK = `10000\r\n${'x'.repeat(64 * 1024)}\r\n`

let ctx: TestServer

beforeEach(async () => {
  ctx = await startTestServer()
})
afterEach(() => ctx.close())

test.each([
  ['a header of 32 KB', () => ['GET /healthz HTTP/1.1', 'Host: x', `X-A: ${'a'.repeat(32_768)}`]],
  ['an address of 32 KB', () => [`GET /${'a'.repeat(32_768)} HTTP/1.1`, 'Host: x']],
  [
    'a thousand headers',
    () => [
      'GET /healthz HTTP/1.1',
      'Host: x',
      ...Array.from({ length: 1000 }, (_, n) => `X-${n}: 1`),
    ],
  ],
])('%s is rejected', async (_, lines) => {
  expect((await sendRawRequest(ctx.url, ...lines())).status).toBe(431)
  expect((await fetch(`${ctx.url}/healthz`)).status).toBe(200)
})

/** Sends chunks until a response or the end of the connection. Returns the bytes sent. */
async function floodUntilAnswered(...lines: string[]) {
  const connection = openRawSocket(ctx.url)
  connection.send(`${[...lines, 'Host: x', 'Transfer-Encoding: chunked'].join('\r\n')}\r\n\r\n`)
  let bytes = 0
  while (!connection.text && !connection.isClosed && bytes < 64 * MEGABYTE) {
    connection.send(CHUNK)
    bytes += CHUNK.length
    await Bun.sleep(1)
  }
  await until('it is answered', () => connection.text || connection.isClosed)
  connection.close()
  return { status: connection.status(), text: connection.text, bytes }
}

test.each(['POST /api/auth/login', 'PUT /api/settings', 'POST /api/qr/x/authorize'])(
  '%s is rejected as soon as its body is too large, with and without a length',
  async route => {
    const type = 'Content-Type: application/json'
    const flooded = await floodUntilAnswered(`${route} HTTP/1.1`, type)
    expect(flooded.status).toBe(413)
    expect(flooded.text).toContain('{"error":"The request is too large"}')
    expect(flooded.bytes).toBeLessThan(MEGABYTE)
    const head = [`${route} HTTP/1.1`, 'Host: x', type, `Content-Length: ${8 * MEGABYTE}`]
    expect((await sendRawRequest(ctx.url, ...head)).status).toBe(413)
  },
)

test('an upload without a session is rejected unread, one of staff as soon as it is too large', async () => {
  const lines = ['POST /api/media/upload HTTP/1.1', 'Content-Type: multipart/form-data; boundary=x']
  const stranger = await floodUntilAnswered(...lines)
  expect(stranger.status).toBe(401)
  expect(stranger.bytes).toBeLessThan(MEGABYTE)
  const { cookie } = await ctx.nurse()
  const staff = await floodUntilAnswered(...lines, `Cookie: ${cookie}`)
  expect(staff.status).toBe(413)
  expect(staff.bytes).toBeLessThan(16 * MEGABYTE)
})

test('an endless chunked polling message is rejected at 64 KiB, and its session continues', async () => {
  const poller = await openPollingSession(ctx.url)
  const path = `/engine.io/?EIO=4&transport=polling&sid=${poller.sid}`
  const flooded = await floodUntilAnswered(`POST ${path} HTTP/1.1`)
  expect(flooded.status).toBe(413)
  expect(flooded.text).toContain('Message too large')
  expect(flooded.bytes).toBeLessThan(MEGABYTE)
  expect((await poller.post('40')).status).toBe(200)
})

test('a small chunked polling message is received', async () => {
  const { cookie } = await ctx.nurse()
  const poller = await openPollingSession(ctx.url, { cookie })
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('4'))
      stream.enqueue(new TextEncoder().encode('0'))
      stream.close()
    },
  })
  const posted = await fetch(`${ctx.url}/engine.io/?EIO=4&transport=polling&sid=${poller.sid}`, {
    method: 'POST',
    body,
    headers: { cookie },
  })
  expect([posted.status, await posted.text()]).toEqual([200, 'ok'])
  let greeted = ''
  while (!greeted.includes('clinic:joined')) greeted += await poller.poll()
})
