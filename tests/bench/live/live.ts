import { startProcess } from '../a-process.ts'
import { saveTable } from '../measurements.ts'
import { median, percentile } from '../program.ts'
import type { ListenerCommand, ListenerMessage } from './live-listeners.ts'
import type { ServerCommand, ServerMessage, Transport } from './live-server.ts'

/**
 * `bun run bench:live`: one event to many listeners, ours and a bare Bun websocket, and what
 * connecting leaves in memory. Server and listeners are separate processes; the transports take
 * turns, so that other load on this machine affects all of them. `--quick` measures less often.
 */
const isQuick = process.argv.includes('--quick')
const COUNTS = [10, 100, 1_000]
const TRANSPORTS: Transport[] = ['bare', 'socket.io', 'SSE']
const NAMES = { bare: 'bare Bun websocket', 'socket.io': 'socket.io, websocket', SSE: 'SSE' }
const BLOCKS = isQuick ? 8 : 40
const ROUNDS_OF_A_BLOCK = 10
const WARM_UP_BLOCKS = 3
const TURNOVER = isQuick ? 2_000 : 10_000
const WAVE = 200

const fanOuts: (string | number)[][] = []
for (const count of COUNTS) fanOuts.push(...(await fanOut(count)))
const times = ['last one heard, p50 ms', 'p99 ms', 'server CPU ms']
saveTable('live-fan-out', ['listeners', 'way', ...times, 'KB per listener'], fanOuts)

const turnovers: (string | number)[][] = []
for (const transport of ['socket.io', 'SSE'] as const) turnovers.push(await turnover(transport))
const memory = ['RSS before, MB', 'after, MB']
saveTable('live-churn', ['connects and disconnects', 'way', ...memory], turnovers)
process.exit(0)

async function aServer() {
  const process = startProcess<ServerCommand, ServerMessage>('live/live-server.ts')
  const { at } = await process.message('at')
  return {
    at,
    stop: process.stop,
    publish(transport: Transport) {
      process.send({ publish: transport })
      return process.message('publishedAt')
    },
    async cpuMs() {
      process.send({ ask: 'cpuMs' })
      return (await process.message('cpuMs')).cpuMs
    },
    async rssKb() {
      process.send({ ask: 'rssKb' })
      return (await process.message('rssKb')).rssKb
    },
  }
}

type Server = Awaited<ReturnType<typeof aServer>>

function listenersOf(server: Server, transport: Transport) {
  const process = startProcess<ListenerCommand, ListenerMessage>('live/live-listeners.ts')
  return {
    stop: process.stop,
    lastHeardAt: async () => (await process.message('lastHeardAt')).lastHeardAt,
    join(count: number) {
      process.send({ listen: transport, count, ...server.at[transport] })
      return process.message('joined')
    },
    disconnect() {
      process.send({ disconnect: true })
      return process.message('left')
    },
  }
}

async function fanOut(count: number) {
  const server = await aServer()
  const figures = await Promise.all(
    TRANSPORTS.map(async transport => {
      const listeners = listenersOf(server, transport)
      await listeners.join(WAVE)
      await listeners.disconnect()
      return { transport, listeners, took: [] as number[], cpuMs: 0, kb: 0 }
    }),
  )
  for (const figure of figures) {
    const before = await server.rssKb()
    await figure.listeners.join(count)
    figure.kb = ((await server.rssKb()) - before) / count
  }
  for (let block = -WARM_UP_BLOCKS; block < BLOCKS; block++) {
    for (const figure of figures) {
      const before = await server.cpuMs()
      const took: number[] = []
      for (let round = 0; round < ROUNDS_OF_A_BLOCK; round++) {
        const received = figure.listeners.lastHeardAt()
        const { publishedAt } = await server.publish(figure.transport)
        took.push((await received) - publishedAt)
      }
      const cpuMs = (await server.cpuMs()) - before
      if (block < 0) continue
      figure.took.push(...took)
      figure.cpuMs += cpuMs
    }
  }
  const rows = figures.map(({ transport, took, cpuMs, kb }) => {
    const times = [median(took), percentile(took, 99), cpuMs / took.length]
    const memory = count < 1_000 ? '' : kb.toFixed(1)
    return [count, NAMES[transport], ...times.map(ms => ms.toFixed(2)), memory]
  })
  for (const { listeners } of figures) listeners.stop()
  server.stop()
  return rows
}

async function turnover(transport: Transport) {
  const server = await aServer()
  const listeners = listenersOf(server, transport)
  // The first connections fill caches that are never freed.
  const before = await connectAndDisconnect(TURNOVER / 2)
  const after = await connectAndDisconnect(TURNOVER)
  const figures = [before, after].map(kb => (kb / 1_024).toFixed(1))
  listeners.stop()
  server.stop()
  return [TURNOVER, NAMES[transport], ...figures]

  async function connectAndDisconnect(times: number) {
    for (let n = 0; n < times; n += WAVE) {
      await listeners.join(WAVE)
      await listeners.disconnect()
    }
    await Bun.sleep(1_000)
    return server.rssKb()
  }
}
