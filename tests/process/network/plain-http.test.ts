import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { readCertificate } from '../../../server/tls/certificate.ts'
import { createListener } from '../../../server/tls/listener.ts'
import { createCertificate, saveCertificate } from '../../support/server/certificate.ts'
import { setUpDataFolder } from '../../support/server/data-folder.ts'
import { until } from '../../support/server/test-server.ts'

const ctx = setUpDataFolder()
const LARGE = Buffer.alloc(24 * 1024 * 1024, 'a queue of numbers, ')
let listener: ReturnType<typeof createListener>
let ca: string
let open = 0

beforeAll(() => {
  const certificate = createCertificate()
  ca = certificate.cert
  listener = createListener({
    port: 0,
    hostname: '127.0.0.1',
    log() {},
    tls: readCertificate(saveCertificate(ctx.folder, certificate)),
    open: options =>
      Bun.serve({
        ...options,
        maxRequestBodySize: 2 * LARGE.length,
        async fetch(request, server) {
          const { pathname } = new URL(request.url)
          if (pathname === '/large') return new Response(LARGE)
          if (pathname === '/hash') return new Response(Bun.hash(await request.bytes()).toString())
          if (pathname === '/ws' && server.upgrade(request)) return
          return Response.json(server.requestIP(request))
        },
        websocket: {
          open: () => void open++,
          close: () => void open--,
          message: (socket, text) => void socket.send(text),
        },
      }),
  })
})
afterAll(() => listener.stopNow())

/** What the port sends for these bytes until it closes the connection. */
function send(...parts: string[]) {
  return new Promise<string>((resolve, reject) => {
    let received = ''
    const socket: Socket = connect(listener.port, '127.0.0.1', async () => {
      for (const part of parts) await new Promise(sent => socket.write(part, () => sent(null)))
    })
    socket.on('data', bytes => (received += bytes))
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}

test.each([
  ['GET / HTTP/1.1\r\nHost: q.lan:3443\r\n\r\n', 'https://q.lan:3443/'],
  [
    'GET /queue?a=b HTTP/1.1\r\nAccept: */*\r\nhost:  Q.LAN:3443 \r\n\r\n',
    'https://q.lan:3443/queue?a=b',
  ],
  ['HEAD /tv HTTP/1.0\r\nHOST: [::1]:3443\r\n\r\n', 'https://[::1]:3443/tv'],
  // A browser names neither 80 nor, in the address that it is led to, 443.
  ['GET / HTTP/1.1\r\nHost: q.lan\r\n\r\n', 'https://q.lan:80/'],
  ['GET / HTTP/1.1\r\nHost: q.lan:443\r\n\r\n', 'https://q.lan/'],
  ['GET //evil.example HTTP/1.1\r\nHost: q.lan:3443\r\n\r\n', 'https://q.lan:3443//evil.example'],
  ['GET http://evil.example/ HTTP/1.1\r\nHost: q.lan:3443\r\n\r\n', 'https://q.lan:3443/'],
  ['POST /api/auth/login HTTP/1.1\nHost: q.lan:3443\n\n{}', 'https://q.lan:3443/api/auth/login'],
])('%j is led to https, for now', async (request, address) => {
  const response = await send(request)
  expect(response).toStartWith('HTTP/1.1 307 Temporary Redirect\r\n')
  expect(response).toContain(`\r\nLocation: ${address}\r\n`)
  expect(response).toContain('\r\nCache-Control: no-store\r\n')
  expect(response).toContain('\r\n\r\nType https:// before this address')
})

test.each([
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: evil/x#\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a, b\r\n\r\n',
  'HELO mail\r\n\r\n',
  `GET /${'x'.repeat(20_000)}`,
])('%j has no address to be led to, and is told what to do', async request => {
  expect(await send(request)).toMatch(
    /^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*\r\n\r\nType https:\/\/ before/,
  )
})

test('a request that comes in parts is led there, too', async () => {
  const response = await send('G', 'ET / HTT', 'P/1.1\r\nHost: q.l', 'an:3443\r\n', '\r\n')
  expect(response).toContain('\r\nLocation: https://q.lan:3443/\r\n')
})

test.each(['\x00\x01\x02', 'get / http/1.1\r\n\r\n', ' GET / HTTP/1.1\r\n\r\n', '\x80\x2e\x01'])(
  '%j, which is neither http nor TLS, is closed at once',
  async bytes => expect(await send(bytes)).toBe(''),
)

const url = (path: string) => `https://127.0.0.1:${listener.port}${path}`

test("the server sees the client's own address and port, also of two at once", async () => {
  const ask = () =>
    new Promise<[unknown, number]>(resolve => {
      const options = { port: listener.port, host: '127.0.0.1', ca }
      const socket = connectTls(options, () => socket.write('GET / HTTP/1.1\r\nHost: q\r\n\r\n'))
      socket.on('data', bytes => {
        resolve([JSON.parse(String(bytes).split('\r\n\r\n')[1] ?? ''), socket.localPort ?? 0])
        socket.destroy()
      })
    })
  for (const [seen, port] of await Promise.all([ask(), ask()])) {
    expect(seen).toEqual({ address: '127.0.0.1', family: 'IPv4', port })
  }
})

test('large bodies arrive whole in both directions, also to a client that reads slowly', async () => {
  const tls = { ca }
  const hash = Bun.hash(LARGE).toString()
  const upload = async () =>
    (await fetch(url('/hash'), { method: 'POST', body: LARGE, tls })).text()
  const download = async () => {
    const response = await fetch(url('/large'), { tls })
    const parts: Uint8Array[] = []
    for await (const part of response.body ?? []) {
      parts.push(part)
      if (parts.length % 50 === 0) await new Promise(setImmediate)
    }
    return Bun.hash(Buffer.concat(parts)).toString()
  }
  const all = await Promise.all([upload(), download(), upload(), download()])
  expect(all).toEqual([hash, hash, hash, hash])
})

test('either side closes a live connection for both', async () => {
  // Bun's own client takes options that the DOM's type lacks.
  const options = { tls: { ca } } as unknown as string[]
  const sockets = Array.from(
    { length: 20 },
    () => new WebSocket(url('/ws').replace('http', 'ws'), options),
  )
  await until('all are open', () => open === sockets.length)
  const echo = Promise.withResolvers<string>()
  const [first] = sockets
  first?.addEventListener('message', ({ data }) => echo.resolve(data))
  first?.send('42')
  expect(await echo.promise).toBe('42')
  for (const socket of sockets.slice(0, 10)) socket.close()
  await until('half are closed', () => open === 10)
  await listener.stopNow()
  await until('all are closed', () => sockets.every(({ readyState }) => readyState === 3))
})
