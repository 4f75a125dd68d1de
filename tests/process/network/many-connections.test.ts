import { beforeEach, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRawSocket, type RawSocket } from '../../support/network/raw-socket.ts'
import { setUpDataFolder } from '../../support/server/data-folder.ts'
import { connectSocket, until } from '../../support/server/test-server.ts'
import { linuxProblem, testUnless } from '../../support/unless.ts'

const CONNECTIONS = 2_000
const CREATE_DATABASE = join(import.meta.dirname, '../../support/server/create-database-main.ts')
const STREAMS = 1_000
const SESSIONS = 90
const PER_ADDRESS = 200
const MEGABYTE = 1024 * 1024

const ctx = setUpDataFolder()
let program: ReturnType<typeof ctx.start>
let url: string

beforeEach(async () => {
  const { success } = Bun.spawnSync([process.execPath, CREATE_DATABASE, ctx.folder])
  expect(success).toBe(true)
  program = ctx.start()
  url = await program.url()
})

/** Opens this many connections and sends this text on each; resolves when all are open. */
async function aCrowd(size: number, words: (n: number) => string) {
  const crowd = Array.from({ length: size }, (_, n) => {
    const connection = openRawSocket(url)
    connection.send(words(n))
    return connection
  })
  await Promise.all(crowd.map(({ opened }) => opened))
  return crowd
}

async function disconnect(crowd: RawSocket[]) {
  for (const one of crowd) one.close()
  await Promise.all(crowd.map(({ closed }) => closed))
}

/** A nurse signs in, connects, registers, calls, and receives the events. */
async function serveSomebody(name: string) {
  const nurse = await program.admin()
  const { socket, received } = connectSocket(url, {
    cookie: nurse.cookie,
    extraHeaders: { cookie: nurse.cookie, 'x-forwarded-for': '10.9.9.9' },
  })
  await until('the nurse is connected', () => received.some(([event]) => event === 'clinic:joined'))
  const patient = await nurse.register(name)
  expect((await nurse.call(patient.id, 2)).status).toBe(200)
  expect((await nurse.step(patient.id, { status: 'completed' })).status).toBe(200)
  await until('the nurse receives the call', () =>
    received.some(([event]) => event === 'patient:called'),
  )
  socket.close()
}

test('two thousand silent connections and as many incomplete requests do not block the service', async () => {
  const silent = await aCrowd(CONNECTIONS / 2, () => '')
  const half = await aCrowd(CONNECTIONS / 2, () => 'GET /api/patients HTTP/1.1\r\nHost: x\r\nX-')
  await serveSomebody('ALI')
  expect([...silent, ...half].some(({ isClosed }) => !isClosed)).toBe(true)
  await disconnect([...silent, ...half])
  await serveSomebody('SITI')
})

/** Enough sessions for a thousand streams, because only the newest twelve of a session stay. */
async function cookies() {
  const all: string[] = []
  for (let n = 0; n < SESSIONS; n++) all.push((await program.admin()).cookie)
  return all
}

const eventsFor = (cookie = '', address = '') =>
  `GET /api/events HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n${address && `X-Forwarded-For: ${address}\r\n`}\r\n`

test('two hundred of a thousand event streams of one address are accepted, the others rejected with a message', async () => {
  const all = await cookies()
  const crowd = await aCrowd(STREAMS, n => eventsFor(all[n % all.length]))
  await until('each has its response', () => crowd.every(one => one.status() > 0))
  const refused = crowd.filter(one => one.status() !== 200)
  expect(refused).toHaveLength(STREAMS - PER_ADDRESS)
  for (const { text } of refused) {
    expect(text).toStartWith('HTTP/1.1 429 ')
    expect(text.toLowerCase()).toContain('retry-after: 30')
    expect(text).toContain('{"error":"Too many live connections. Please close some."}')
  }
  await serveSomebody('ALI')
  const admitted = crowd.filter(one => one.status() === 200)
  await until('those accepted receive the call', () =>
    admitted.every(({ text }) => text.includes('patient:called')),
  )
  await disconnect(crowd)
})

testUnless(linuxProblem)(
  'a thousand event streams of many addresses receive every event, and free their memory at the end',
  async () => {
    const all = await cookies()
    async function connectAndDisconnect(name: string) {
      const crowd = await aCrowd(STREAMS, n => eventsFor(all[n % all.length], `10.0.0.${n % 20}`))
      await until('all have joined', () =>
        crowd.every(({ text }) => text.includes('clinic:joined')),
      )
      await serveSomebody(name)
      await until('all hear', () => crowd.every(({ text }) => text.includes('patient:called')))
      await disconnect(crowd)
      return residentMemory()
    }
    await connectAndDisconnect('ALI')
    const before = await connectAndDisconnect('SITI')
    const after = await connectAndDisconnect('MEI')
    expect(after - before).toBeLessThan(30 * MEGABYTE)
  },
)

function residentMemory() {
  const [, kilobytes] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.process.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
