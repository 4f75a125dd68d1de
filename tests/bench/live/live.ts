import { join } from 'node:path'
import { toCallJson } from '#domain/events'
import { LIVE_LIMITS } from '../../../server/realtime/connection-limiter.ts'
import { aCall } from '../../support/samples.ts'
import { startTestServer } from '../../support/server/test-server.ts'
import { saveTable } from '../measurements.ts'
import { median, percentile } from '../program.ts'
import type { ListenerCommand, WayName } from './live-listeners.ts'

/**
 * `bun run bench:live`: one event to many listeners, ours and a bare Bun websocket, and what
 * connecting leaves in memory. The listeners are processes of their own; the transports take
 * turns, so that other load on this machine affects all of them. `--quick` measures less often.
 */
const isQuick = process.argv.includes('--quick')
const COUNTS = [10, 100, 1_000]
const BLOCKS = isQuick ? 8 : 40
const ROUNDS_OF_A_BLOCK = 10
const WARM_UP_BLOCKS = 3
const TURNOVER = isQuick ? 2_000 : 10_000
const WAVE = 200
const MANY = 1_000_000
const CALL = aCall({ name: 'NUR AISYAH BINTI ISMAIL', number: 17 })

type Way = { name: WayName; url: string; cookie: string; publish: () => void }

const ways = [openBare(), await openClinic('socket.io, websocket'), await openClinic('SSE')]

// Before the many events: they would fill the memory that this measures.
const turnovers: (string | number)[][] = []
for (const way of ways.slice(1)) turnovers.push(await turnover(way))
const fanOuts: (string | number)[][] = []
for (const count of COUNTS) fanOuts.push(...(await fanOut(count)))

const times = ['last one heard, p50 ms', 'p99 ms', 'server CPU ms']
saveTable('live-fan-out', ['listeners', 'way', ...times, 'KB per listener'], fanOuts)
const memory = ['RSS before, MB', 'after, MB']
saveTable('live-churn', ['connects and disconnects', 'way', ...memory], turnovers)
process.exit(0)

function openBare(): Way {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, own) => (own.upgrade(request) ? undefined : new Response()),
    websocket: {
      open: socket => void socket.subscribe('all'),
      message() {},
    },
  })
  return {
    name: 'bare Bun websocket',
    url: `http://127.0.0.1:${server.port}`,
    cookie: '',
    publish: () => void server.publish('all', JSON.stringify(['patient:called', CALL])),
  }
}

/** A clinic of its own, so that an event reaches no other listeners. */
async function openClinic(name: WayName): Promise<Way> {
  const perAddress = { perAddress: MANY, perAddressAndMinute: MANY }
  const limits = { ...LIVE_LIMITS, ...perAddress, streamsPerSession: MANY }
  const { clinic, url, nurse } = await startTestServer({ live: { limits } })
  return {
    name,
    url,
    cookie: (await nurse()).cookie,
    publish: () => clinic.channel.publish('patient:called', toCallJson(CALL)),
  }
}

/** A process that answers each command once it is carried out, and reports each event. */
function startListeners({ name, url, cookie }: Way) {
  let resolve = (_: number) => {}
  const child = Bun.spawn([process.execPath, join(import.meta.dirname, 'live-listeners.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    serialization: 'json',
    ipc: (at: number) => resolve(at),
  })

  function nextMessage() {
    const message = Promise.withResolvers<number>()
    resolve = message.resolve
    return message.promise
  }

  function listen(count: number) {
    const command: ListenerCommand = { name, url, cookie, count }
    child.send(command)
    return nextMessage()
  }

  return { listen, nextHeardAt: nextMessage, stop: () => child.kill('SIGKILL') }
}

async function fanOut(count: number) {
  const figures = ways.map(way => {
    return { way, listeners: startListeners(way), took: [] as number[], cpuMs: 0, kb: 0 }
  })
  for (const figure of figures) {
    const before = await getRssKb()
    await figure.listeners.listen(count)
    figure.kb = ((await getRssKb()) - before) / count
  }
  for (let block = -WARM_UP_BLOCKS; block < BLOCKS; block++) {
    for (const figure of figures) {
      const before = process.cpuUsage()
      const took: number[] = []
      for (let round = 0; round < ROUNDS_OF_A_BLOCK; round++) {
        const heardAt = figure.listeners.nextHeardAt()
        const publishedAt = performance.timeOrigin + performance.now()
        figure.way.publish()
        took.push((await heardAt) - publishedAt)
      }
      const { user, system } = process.cpuUsage(before)
      if (block < 0) continue
      figure.took.push(...took)
      figure.cpuMs += (user + system) / 1_000
    }
  }
  return figures.map(({ way, listeners, took, cpuMs, kb }) => {
    listeners.stop()
    const times = [median(took), percentile(took, 99), cpuMs / took.length]
    const memory = count < 1_000 ? '' : kb.toFixed(1)
    return [count, way.name, ...times.map(ms => ms.toFixed(2)), memory]
  })
}

async function turnover(way: Way) {
  const listeners = startListeners(way)
  // The first connections fill caches that are never freed.
  const before = await connectAndDisconnect(TURNOVER / 2)
  const after = await connectAndDisconnect(TURNOVER)
  listeners.stop()
  return [TURNOVER, way.name, ...[before, after].map(kb => (kb / 1_024).toFixed(1))]

  async function connectAndDisconnect(times: number) {
    for (let n = 0; n < times; n += WAVE) {
      await listeners.listen(WAVE)
      await listeners.listen(0)
    }
    await Bun.sleep(1_000)
    return getRssKb()
  }
}

async function getRssKb() {
  for (let turn = 0; turn < 3; turn++) {
    Bun.gc(true)
    await Bun.sleep(50)
  }
  return process.memoryUsage.rss() / 1_024
}
