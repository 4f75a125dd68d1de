import { afterEach, beforeEach, expect, test } from 'bun:test'
import { openRawSocket, sendRawRequest } from '../../support/network/raw-socket.ts'
import { openPollingSession } from '../../support/realtime/socket-server.ts'
import { startTestServer, type TestServer, until } from '../../support/server/test-server.ts'

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

/**
 * Sends chunks until a response, the end of the connection, or `maxBytes`. Returns the bytes sent.
 */
async function floodUntilAnswered(lines: string[], maxBytes = 64 * MEGABYTE) {
  const connection = openRawSocket(ctx.url)
  connection.send(`${[...lines, 'Host: x', 'Transfer-Encoding: chunked'].join('\r\n')}\r\n\r\n`)
  let bytes = 0
  while (!connection.text && !connection.isClosed && bytes < maxBytes) {
    connection.send(CHUNK)
    bytes += CHUNK.length
    await Bun.sleep(1)
  }
  connection.send('0\r\n\r\n')
  await until('it is answered', () => connection.text || connection.isClosed)
  connection.close()
  return { status: connection.status(), text: connection.text, bytes }
}

// A proxy takes a machine for dead that answers and closes while it is still sending.
test.each(['POST /api/auth/login', 'PUT /api/settings', 'POST /api/qr/x/authorize'])(
  '%s with a body that is too large is answered after its end, with and without a length',
  async route => {
    const lines = [`${route} HTTP/1.1`, 'Content-Type: application/json']
    const chunked = await floodUntilAnswered(lines, 4 * MEGABYTE)
    expect(chunked.status).toBe(413)
    expect(chunked.text).toContain('{"error":"The request is too large"}')
    expect(chunked.bytes).toBeGreaterThanOrEqual(4 * MEGABYTE)

    const connection = openRawSocket(ctx.url)
    const head = [...lines, 'Host: x', `Content-Length: ${8 * MEGABYTE}`].join('\r\n')
    connection.send(`${head}\r\n\r\n${'x'.repeat(7 * MEGABYTE)}`)
    await connection.opened
    expect(connection.text).toBe('')
    connection.send('x'.repeat(MEGABYTE))
    await until('it is answered', () => connection.status() === 413)
    connection.close()
  },
)

test('an upload without a session is refused after its end, one of staff that is too large too', async () => {
  const lines = ['POST /api/media/upload HTTP/1.1', 'Content-Type: multipart/form-data; boundary=x']
  const stranger = await floodUntilAnswered(lines, 4 * MEGABYTE)
  expect([stranger.status, stranger.bytes >= 4 * MEGABYTE]).toEqual([401, true])
  const { cookie } = await ctx.nurse()
  const staff = await floodUntilAnswered([...lines, `Cookie: ${cookie}`], 16 * MEGABYTE)
  expect([staff.status, staff.bytes >= 16 * MEGABYTE]).toEqual([413, true])
})

test('an endless body is answered all the same, and so is one that never comes', async () => {
  const endless = await floodUntilAnswered(['POST /api/media/upload HTTP/1.1'])
  expect(endless.status).toBe(401)
  expect(endless.bytes).toBeLessThan(48 * MEGABYTE)
  const head = ['POST /api/media/upload HTTP/1.1', 'Host: x', `Content-Length: ${8 * MEGABYTE}`]
  expect((await sendRawRequest(ctx.url, ...head)).status).toBe(401)
})

test('a chunked polling message that is too large is refused, and its session continues', async () => {
  const poller = await openPollingSession(ctx.url)
  const path = `/engine.io/?EIO=4&transport=polling&sid=${poller.sid}`
  const flooded = await floodUntilAnswered([`POST ${path} HTTP/1.1`], 4 * MEGABYTE)
  expect(flooded.status).toBe(413)
  expect(flooded.text).toContain('Message too large')
  expect(flooded.bytes).toBeGreaterThanOrEqual(4 * MEGABYTE)
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
