import { beforeEach, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { LIVE_LIMITS } from '../../../server/realtime/connection-limiter.ts'
import { perTest } from '../../support/server/per-test.ts'
import { startTestServer, until } from '../../support/server/test-server.ts'

const LIMITS = { ...LIVE_LIMITS, perAddress: 6, streamsPerSession: 3 }
const MEGABYTE = 1024 * 1024
const ctx = perTest(() => startTestServer({ live: { limits: LIMITS, pingIntervalMs: 50 } }))
let cookie: string

beforeEach(async () => {
  cookie = (await ctx.nurse()).cookie
})

/** An event stream; `text` grows until the stream ends. */
async function aStream(withCookie = cookie, headers: Record<string, string> = {}) {
  const gone = new AbortController()
  const response = await fetch(`${ctx.url}/api/events`, {
    headers: { cookie: withCookie, ...headers },
    signal: gone.signal,
  })
  const { status, headers: received } = response
  const close = () => gone.abort()
  const stream = { status, headers: received, text: '', isEnded: false, close }
  void read()
  async function read() {
    try {
      for await (const chunk of response.body ?? []) stream.text += new TextDecoder().decode(chunk)
    } catch {
      // Aborted by this side.
    }
    stream.isEnded = true
  }
  return stream
}

test('a quiet stream is kept alive by pings, is not buffered by proxies, and ends with its session', async () => {
  const nurse = await ctx.nurse()
  const stream = await aStream(nurse.cookie)
  await until('it was pinged', () => stream.text.split('event: ping\ndata: {}\n\n').length > 3)
  expect(stream.text).toContain('retry: 1000')
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
  await nurse.post('/api/auth/logout')
  await until('it has ended', () => stream.isEnded)
})

/** Three sessions may have nine streams, but one address only six. */
async function threeSessions() {
  return [cookie, (await ctx.nurse()).cookie, (await ctx.admin()).cookie]
}

test('streams of an address are limited; closing one frees a place', async () => {
  const streams = []
  for (const who of await threeSessions()) streams.push(await aStream(who), await aStream(who))
  const refused = await fetch(`${ctx.url}/api/events`, { headers: { cookie } })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
  expect(await refused.json()).toEqual({ error: 'Too many live connections. Please close some.' })
  expect((await fetch(`${ctx.url}/healthz`)).status).toBe(200)
  expect((await aStream(cookie, { 'x-forwarded-for': '10.0.0.1' })).status).toBe(200)
  expect(ctx.logged.filter(line => line.includes('too many'))).toHaveLength(1)

  streams[0]?.close()
  await until('there is room again', async () => (await aStream()).status === 200)
})

test('the newest streams of a session stay; the oldest is told to retry later', async () => {
  const streams = [await aStream(), await aStream(), await aStream()]
  await until('all have joined', () => streams.every(({ text }) => text.includes('clinic:joined')))
  streams.push(await aStream())
  await until('the oldest has ended', () => streams[0]?.isEnded)
  expect(streams[0]?.text).toEndWith('retry: 30000\n\n')
  ctx.clinic.channel.publish('patient:updated', { patientId: 1 })
  await until('the others hear', () =>
    streams.every(({ text }, n) => n === 0 || text.includes('patient:updated')),
  )
  expect(streams[0]?.text).not.toContain('patient:updated')
  for (const stream of streams) stream.close()
})

test("streams that somebody else opens with a TV's link do not end the TV's own", async () => {
  const own = await aStream(cookie, { 'x-forwarded-for': '10.0.0.1' })
  const others = [await aStream(), await aStream(), await aStream(), await aStream()]
  await until('two of the others have ended', () => others[0]?.isEnded && others[1]?.isEnded)
  expect(own.isEnded).toBe(false)
  for (const stream of [own, ...others]) stream.close()
})

test("nor do those that many addresses open, one each, also when the TV's own has to come back", async () => {
  const from = (n: number) => aStream(cookie, { 'x-forwarded-for': `10.0.${n}.1` })
  const streams = [await from(0)]
  for (let n = 1; n <= 17; n++) {
    const newest = await from(n)
    await until('it has joined', () => newest.text.includes('clinic:joined'))
    streams.push(newest)
  }
  const countOpen = () => streams.filter(({ isEnded }) => !isEnded).length
  await until('three are left', () => countOpen() === 3)
  expect(streams[0]?.isEnded).toBe(false)

  streams[0]?.close()
  await until('two are left', () => countOpen() === 2)
  const back = await from(0)
  for (let n = 20; n < 40; n++) streams.push(await from(n))
  await until('three are left', () => countOpen() === 2)
  expect(back.isEnded).toBe(false)
  for (const stream of [back, ...streams]) stream.close()
})

test('a HEAD request leaves no stream open', async () => {
  for (const who of await threeSessions()) {
    for (let n = 0; n < 3; n++) {
      const head = await fetch(`${ctx.url}/api/events`, {
        method: 'HEAD',
        headers: { cookie: who },
      })
      expect(head.status).toBe(200)
    }
  }
})

test('streams that are aborted at once are cleaned up', async () => {
  const cookies = await threeSessions()
  for (const who of cookies) for (let n = 0; n < 3; n++) (await aStream(who)).close()
  await until('there is room for all', async () => {
    const streams = []
    for (const who of cookies) streams.push(await aStream(who), await aStream(who))
    for (const stream of streams) stream.close()
    return streams.every(({ status }) => status === 200)
  })
})

test('a stream that is not read is closed before it uses much memory', async () => {
  const lazy = connect(Number(new URL(ctx.url).port), '127.0.0.1')
  lazy.on('error', () => {})
  lazy.write(`GET /api/events HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`)
  await new Promise(resolve => lazy.once('data', resolve))
  lazy.pause()

  Bun.gc(true)
  const before = process.memoryUsage().rss
  const keys = new Array<'clinicName'>(20_000).fill('clinicName')
  for (let sent = 0; sent < 256; sent++) {
    ctx.clinic.channel.publish('settings:updated', { keys })
    if (sent % 4 === 0) await Bun.sleep(0)
  }
  Bun.gc(true)
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * MEGABYTE)
  // Reads what was sent before the stream was closed.
  let read = 0
  let end = ''
  lazy.on('data', (chunk: Buffer) => {
    read += chunk.length
    end = chunk.subarray(-5).toString()
  })
  lazy.resume()
  await until('it was ended', () => end === '0\r\n\r\n')
  expect(read).toBeLessThan(40 * MEGABYTE)
  lazy.destroy()
})
