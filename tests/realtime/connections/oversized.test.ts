import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { openRawSocket, sendRawRequest } from '../../support/network/raw-socket.ts'
import { openPollingSession } from '../../support/realtime/socket-server.ts'
import { ADMIN } from '../../support/server/test-clinic.ts'
import {
  signIn,
  startTestServer,
  type TestServer,
  until,
} from '../../support/server/test-server.ts'
import { SLOWNESS, TIME_LIMIT_MS } from '../../support/time-limit.ts'

setDefaultTimeout(TIME_LIMIT_MS)

const MEGABYTE = 1024 * 1024
const CHUNK = `10000\r\n${'x'.repeat(64 * 1024)}\r\n`

let ctx: TestServer

beforeEach(async () => {
  ctx = await startTestServer()
})
afterEach(() => ctx.close())

test('a header or an address of 32 KB, and a thousand headers, are rejected', async () => {
  const [long, get] = ['a'.repeat(32_768), 'GET /healthz HTTP/1.1']
  const many = Array.from({ length: 1000 }, (_, n) => `X-${n}: 1`)
  for (const lines of [[get, `X-A: ${long}`], [`GET /${long} HTTP/1.1`], [get, ...many]]) {
    expect((await sendRawRequest(ctx.url, ...lines, 'Host: x')).status).toBe(431)
    expect((await fetch(`${ctx.url}/healthz`)).status).toBe(200)
  }
})

/** Browsers send the cookies of every program on a host, whatever its port. */
test('20 kB of cookies are answered, and 40 kB in a sentence that tells the cure', async () => {
  const { cookie } = await ctx.nurse()
  const ask = (path: string, kilobytes: number, headers = {}) => {
    const foreign = Array.from({ length: kilobytes }, (_, n) => `p${n}=${'x'.repeat(1000)}`)
    return fetch(ctx.url + path, {
      headers: { cookie: [...foreign, cookie].join('; '), ...headers },
    })
  }
  expect((await ask('/api/auth/me', 20)).status).toBe(200)
  const refused = await ask('/api/auth/me', 40)
  const { error } = await refused.json()
  expect([refused.status, error]).toEqual([431, expect.stringContaining('Delete the cookies')])
  const page = await ask('/queue', 40, { accept: 'text/html' })
  expect([page.status, await page.text()]).toEqual([431, error])
  const headers = { 'x-a': 'x'.repeat(33_000) }
  expect((await (await fetch(`${ctx.url}/healthz`, { headers })).json()).error).not.toBe(error)
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

function sendSlowly(url: string, head: string[], data: string, isComplete = true) {
  const connection = openRawSocket(url)
  connection.send(head.join('\r\n') + (isComplete ? '\r\n\r\n' : ''))
  if (data) connection.sendRepeatedly(data, 250)
  return connection
}

// Bun checks every 4 s, and its timeout for headers is always 12 s.
test('a client that sends one byte at a time is dropped, and does not block others', async () => {
  const ctx = await startTestServer({ live: { idleTimeoutS: 4 } })
  const { sid } = await openPollingSession(ctx.url)
  const json = ['Host: x', 'Content-Type: application/json']
  const poll = `POST /engine.io/?EIO=4&transport=polling&sid=${sid} HTTP/1.1`
  const send = (...request: [string[], string, boolean?]) => sendSlowly(ctx.url, ...request)
  const kinds = () => [
    send([], '', false),
    send(['GET /api/patients HTTP/1.1', 'Host: x', 'X-Slow: '], 'a', false),
    send(['GET /api/patients HTTP/1.1', 'Host: x'], '\r\nX-Slow: a', false),
    send(['POST /api/auth/login HTTP/1.1', ...json, 'Content-Length: 60000'], 'a'),
    send(['POST /api/auth/login HTTP/1.1', ...json, 'Transfer-Encoding: chunked'], '1\r\na\r\n'),
    send([poll, 'Host: x', 'Content-Length: 60000'], 'a'),
    send([poll, 'Host: x', 'Transfer-Encoding: chunked'], '1\r\na\r\n'),
  ]
  const slow = Array.from({ length: 20 }, kinds).flat()
  await Promise.all(slow.map(one => one.opened))

  const started = performance.now()
  const nurse = await signIn(ctx.url, ADMIN)
  for (let n = 0; n < 10; n++) expect((await nurse.register(`PATIENT ${n}`)).number).toBe(n + 1)
  expect(slow.some(({ isClosed }) => !isClosed)).toBe(true)

  await Promise.all(slow.map(({ closed }) => closed))
  expect(performance.now() - started).toBeLessThan(20_000 * SLOWNESS)
  expect(slow.map(({ text }) => text).join('')).toBe('')
  expect(ctx.logged.filter(line => line.includes('"level":"error"'))).toEqual([])
  await ctx.close()
})
