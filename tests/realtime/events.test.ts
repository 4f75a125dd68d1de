import { afterEach, beforeEach, expect, test } from 'bun:test'
import { EventSource } from 'eventsource'
import { ROOMS } from '../support/server/test-clinic.ts'
import { startTestServer, type TestServer, until } from '../support/server/test-server.ts'

let ctx: TestServer

beforeEach(async () => {
  ctx = await startTestServer()
})
afterEach(() => ctx.close())

const EVENT_NAMES = ['clinic:joined', 'patient:called', 'patient:updated', 'queue:updated']

/** A real EventSource, which sends the cookie that a browser would. */
function anEventSource(cookie: string) {
  const received: [string, unknown][] = []
  const source = new EventSource(`${ctx.url}/api/events`, {
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, cookie } }),
  })
  for (const event of EVENT_NAMES) {
    source.addEventListener(event, ({ data }) => received.push([event, JSON.parse(data)]))
  }
  return { source, received }
}

test('a call arrives as a server-sent event', async () => {
  const nurse = await ctx.nurse()
  const ali = await nurse.register('ali')
  const { source, received } = anEventSource(nurse.cookie)
  await until('it has joined', () => received.length === 1)
  await nurse.call(ali.id, ROOMS.one)
  await until('the call is received', () => received.length === 2)
  expect(received[1]).toMatchObject([
    'patient:called',
    { sequence: 1, name: 'ALI', room: 'Room 1' },
  ])
  source.close()
})

test("the stream's headers stop proxies from buffering it", async () => {
  const { cookie } = await ctx.nurse()
  const response = await fetch(`${ctx.url}/api/events`, { headers: { cookie } })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
  const reader = response.body?.getReader()
  const first = await reader?.read()
  expect(new TextDecoder().decode(first?.value)).toContain('retry: 1000')
  await reader?.cancel()
})

test('the stream ends with the session', async () => {
  const nurse = await ctx.nurse()
  const response = await fetch(`${ctx.url}/api/events`, { headers: { cookie: nurse.cookie } })
  const whole = response.text()
  await nurse.send('POST', '/api/auth/logout')
  expect(await whole).toContain('clinic:joined')
})
