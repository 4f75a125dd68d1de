import { LIVE_LIMITS } from '../../../server/realtime/connection-limiter.ts'
import { aCall } from '../../support/samples.ts'
import { startTestServer } from '../../support/server/test-server.ts'

/**
 * Two clinics, one for each transport, and a bare Bun websocket with one topic: for `bun run
 * bench:live`.
 */
export type Transport = 'bare' | 'socket.io' | 'SSE'
export type ServerCommand = { publish: Transport } | { ask: 'cpuMs' | 'rssKb' }
export type ServerMessage =
  | { at: Record<Transport, { url: string; cookie: string }> }
  | { publishedAt: number }
  | { cpuMs: number }
  | { rssKb: number }

const MANY = 1_000_000
const limits = {
  ...LIVE_LIMITS,
  perAddress: MANY,
  perAddressAndMinute: MANY,
  streamsPerSession: MANY,
}
const sockets = await startTestServer({ live: { limits } })
const streams = await startTestServer({ live: { limits } })
const bare = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request, own) => (own.upgrade(request) ? undefined : new Response()),
  websocket: {
    open: socket => void socket.subscribe('all'),
    message() {},
  },
})

const CALL = aCall({ name: 'NUR AISYAH BINTI ISMAIL', number: 17 })
const publish: Record<Transport, () => void> = {
  bare: () => void bare.publish('all', JSON.stringify(['patient:called', CALL])),
  'socket.io': () => sockets.clinic.channel.publish('patient:called', CALL),
  SSE: () => streams.clinic.channel.publish('patient:called', CALL),
}

const send = (message: ServerMessage) => process.send?.(message)

process.on('disconnect', () => process.exit(0))
process.on('message', async (order: ServerCommand) => {
  if ('publish' in order) {
    const publishedAt = performance.timeOrigin + performance.now()
    publish[order.publish]()
    send({ publishedAt })
  } else if (order.ask === 'cpuMs') {
    const { user, system } = process.cpuUsage()
    send({ cpuMs: (user + system) / 1_000 })
  } else {
    for (let turn = 0; turn < 3; turn++) {
      Bun.gc(true)
      await Bun.sleep(50)
    }
    send({ rssKb: process.memoryUsage.rss() / 1_024 })
  }
})
send({
  at: {
    bare: { url: `http://127.0.0.1:${bare.port}`, cookie: '' },
    'socket.io': { url: sockets.url, cookie: (await sockets.nurse()).cookie },
    SSE: { url: streams.url, cookie: (await streams.nurse()).cookie },
  },
})
