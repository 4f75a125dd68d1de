import { afterEach, beforeEach, expect, test } from 'bun:test'
import { openRawSocket } from '../../support/network/raw-socket.ts'
import { openPollingSession } from '../../support/realtime/socket-server.ts'
import { ADMIN } from '../../support/server/test-clinic.ts'
import { signIn, startTestServer, type TestServer } from '../../support/server/test-server.ts'

/** Bun checks every 4 s, and its timeout for headers is always 12 s. */
const QUIET_S = 4
const DROPPED_WITHIN_MS = 20_000

let ctx: TestServer

beforeEach(async () => {
  ctx = await startTestServer({ live: { idleTimeoutS: QUIET_S } })
})
afterEach(() => ctx.close())

function sendSlowly(head: string[], data: string, isComplete = true) {
  const connection = openRawSocket(ctx.url)
  connection.send(head.join('\r\n') + (isComplete ? '\r\n\r\n' : ''))
  if (data) connection.sendRepeatedly(data, 250)
  return connection
}

// Bun itself takes twelve seconds.
test('a client that sends one byte at a time is dropped, and does not block others', async () => {
  const { sid } = await openPollingSession(ctx.url)
  const json = ['Host: x', 'Content-Type: application/json']
  const poll = `POST /engine.io/?EIO=4&transport=polling&sid=${sid} HTTP/1.1`
  const kinds = () => [
    sendSlowly([], '', false),
    sendSlowly(['GET /api/patients HTTP/1.1', 'Host: x', 'X-Slow: '], 'a', false),
    sendSlowly(['GET /api/patients HTTP/1.1', 'Host: x'], '\r\nX-Slow: a', false),
    sendSlowly(['POST /api/auth/login HTTP/1.1', ...json, 'Content-Length: 60000'], 'a'),
    sendSlowly(
      ['POST /api/auth/login HTTP/1.1', ...json, 'Transfer-Encoding: chunked'],
      '1\r\na\r\n',
    ),
    sendSlowly([poll, 'Host: x', 'Content-Length: 60000'], 'a'),
    sendSlowly([poll, 'Host: x', 'Transfer-Encoding: chunked'], '1\r\na\r\n'),
  ]
  const slow = Array.from({ length: 20 }, kinds).flat()
  await Promise.all(slow.map(one => one.opened))

  const started = performance.now()
  const nurse = await signIn(ctx.url, ADMIN)
  for (let n = 0; n < 10; n++) expect((await nurse.register(`PATIENT ${n}`)).number).toBe(n + 1)
  expect(slow.some(({ isClosed }) => !isClosed)).toBe(true)

  await Promise.all(slow.map(({ closed }) => closed))
  expect(performance.now() - started).toBeLessThan(DROPPED_WITHIN_MS)
  expect(slow.map(({ text }) => text).join('')).toBe('')
  expect(ctx.logged.filter(line => line.includes('"level":"error"'))).toEqual([])
}, 30_000)
