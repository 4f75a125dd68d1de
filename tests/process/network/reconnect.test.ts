import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  type Admin,
  expectNextCallPlayed,
  registerAndCall,
  startPage,
} from '../../support/actors/page-actor.ts'
import { startProxy } from '../../support/network/proxy.ts'
import { openPollingSession } from '../../support/realtime/socket-server.ts'
import { createDataFolder } from '../../support/server/program.ts'
import { ROOMS } from '../../support/server/test-clinic.ts'
import { startTestServer, until } from '../../support/server/test-server.ts'
import { TIME_LIMIT_MS } from '../../support/time-limit.ts'

const A_MINUTE = 60_000
setDefaultTimeout(TIME_LIMIT_MS)
const ends: (() => unknown)[] = []

function ending<T extends { close(): unknown }>(resource: T) {
  ends.push(() => resource.close())
  return resource
}
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

/** A desk and a TV, both connected. */
async function deskAndTv(url: string, admin: Admin, overrides: object = {}) {
  const made = await admin.post('/api/tv-devices', { userId: 1, name: 'Hall' })
  const desk = ending(startPage({ url, cookie: admin.cookie, ...overrides }))
  const tv = ending(startPage({ url, token: made.body.token, ...overrides }))
  await Promise.all([desk.listens(), tv.listens()])
  return { desk, tv }
}

test.concurrent('clients reconnect to a server that was killed and restarted, and no call is lost', async () => {
  const data = ending(createDataFolder())
  let server = data.start()
  const url = await server.url()
  const startAgain = () => data.start(['--port', new URL(url).port])
  const admin = await server.admin()
  const { desk, tv } = await deskAndTv(url, admin)

  await server.end()
  await Promise.all([desk.listens(false), tv.listens(false)])
  server = startAgain()
  await server.url()
  await registerAndCall(admin, 'ALI', ROOMS.one)
  await registerAndCall(admin, 'BEN', ROOMS.two)
  await Promise.all([desk.listens(), tv.listens()])
  await desk.shows('ALI called', 'BEN called')
  await tv.shows('BEN')
  await until('both were played', () => tv.played().length === 2)

  // After a shutdown all clients reconnect, too.
  await server.stop()
  await Promise.all([desk.listens(false), tv.listens(false)])
  server = startAgain()
  await Promise.all([desk.listens(), tv.listens()])
  await expectNextCallPlayed(admin, tv)
})

test.concurrent('connections that die silently are detected, and missed events are fetched', async () => {
  const heartbeat = { pingInterval: 400, pingTimeout: 600, joinTimeoutMs: 5_000 }
  const ctx = ending(await startTestServer({ live: { heartbeat, pingIntervalMs: 400 } }))
  const proxy = ending(await startProxy(ctx.url))
  ctx.clock.set(new Date().toISOString())
  const admin = await ctx.admin()
  const { desk, tv } = await deskAndTv(proxy.url, admin, {
    silentIsDeadMs: 1_500,
    options: { timeout: 1_000 },
  })
  proxy.becomes('silent')
  proxy.loseAll()
  await Promise.all([desk.listens(false), tv.listens(false)])
  await registerAndCall(admin, 'ALI', ROOMS.one)
  await registerAndCall(admin, 'BEN', ROOMS.two)
  proxy.becomes('passes')
  proxy.loseAll()
  await Promise.all([desk.listens(), tv.listens()])
  await desk.shows('ALI called', 'BEN called')
  await until('both were played', () => tv.played().length === 2)
  expect(tv.played()).toEqual(['ALI', 'BEN'])
})

test.concurrent('a stream that the network drops is reopened, although polls still get responses', async () => {
  const ctx = ending(await startTestServer({ live: { pingIntervalMs: 400 } }))
  const proxy = ending(await startProxy(ctx.url))
  const admin = await ctx.admin()
  // Longer than the polling interval, because polls must not count for the stream.
  const { tv } = await deskAndTv(proxy.url, admin, { silentIsDeadMs: 3_000 })
  proxy.blackhole(/events HTTP/)
  proxy.cutAll()
  await tv.listens(false)
  await registerAndCall(admin, 'ALI', ROOMS.one)
  await tv.shows('ALI')
  proxy.blackhole(null)
  await tv.listens()
})

test.concurrent('a desk uses polling where the network drops websockets silently', async () => {
  const ctx = ending(await startTestServer())
  const proxy = ending(await startProxy(ctx.url))
  proxy.blackhole(/^upgrade: *websocket/im)
  const { cookie } = await ctx.nurse()
  const desk = ending(startPage({ url: proxy.url, cookie, options: { timeout: 1_000 } }))
  await desk.listens()
})

test.concurrent('a desk keeps reconnecting after five attempts, more slowly', async () => {
  const ctx = ending(await startTestServer())
  const proxy = ending(await startProxy(ctx.url))
  const { cookie } = await ctx.nurse()
  proxy.becomes('refuses')
  const options = { reconnectionDelay: 10, reconnectionDelayMax: 20 }
  const desk = ending(startPage({ url: proxy.url, cookie, options, slowDelayMs: 300 }))
  // An attempt connects twice: as a websocket and as a poll.
  await until('it has tried more often', () => proxy.connections() > 2 * 13)
  proxy.becomes('passes')
  await desk.listens()
})

const QUIET_MS = 16_000

test.concurrent('a quiet stream and a quiet long poll still receive events after 16 s', async () => {
  const heartbeat = { pingInterval: A_MINUTE, pingTimeout: 20_000, joinTimeoutMs: 10_000 }
  const ctx = ending(await startTestServer({ live: { heartbeat, pingIntervalMs: A_MINUTE } }))
  const nurse = await ctx.nurse()
  const headers = { cookie: nurse.cookie }
  const stream = (await fetch(`${ctx.url}/api/events`, { headers })).body?.getReader()
  const poller = await openPollingSession(ctx.url, headers)
  await poller.post('40')
  let greeted = ''
  while (!greeted.includes('clinic:joined')) greeted += await poller.poll()
  const poll = poller.poll()
  await Bun.sleep(QUIET_MS)
  await nurse.register('ali')
  expect(await poll).toStartWith('42["queue:updated"')
  let received = ''
  while (!received.includes('queue:updated')) {
    const { value, done } = (await stream?.read()) ?? { done: true }
    expect(done).toBe(false)
    received += new TextDecoder().decode(value)
  }
  await stream?.cancel()
})
