import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPng } from '../../support/files/images.ts'
import { startServerProcess } from '../../support/network/server-process.ts'
import { recordEventStream } from '../../support/realtime/event-recorder.ts'
import { createDataFolder, type Program } from '../../support/server/program.ts'
import { ADMIN } from '../../support/server/test-clinic.ts'
import { connectSocket, signIn, until } from '../../support/server/test-server.ts'
import { TIME_LIMIT_MS } from '../../support/time-limit.ts'
import { describeUnless, findProgram, getProgramProblem } from '../../support/unless.ts'

// Longer than usual: two programs and a proxy start.
setDefaultTimeout(TIME_LIMIT_MS)

const NETWORK = join(import.meta.dirname, '../../../docs/network.md')
const TWENTY_MEGABYTES = 'x'.repeat(20 * 1024 * 1024)

const PROXIES = [
  { name: 'nginx', problem: getProgramProblem('nginx', 'nginx-light'), configure: configureNginx },
  { name: 'Caddy', problem: getProgramProblem('caddy'), configure: configureCaddy },
]

for (const { name, problem, configure } of PROXIES)
  describeUnless(problem)(`behind ${name}, as documented,`, () => {
    const folders = [createDataFolder(), createDataFolder()]
    let programs: Program[]
    let alone: Proxy
    let inFrontOfTwo: Proxy

    beforeAll(async () => {
      programs = folders.map(folder => folder.start())
      const ports = await Promise.all(
        programs.map(async program => Number(new URL(await program.url()).port)),
      )
      alone = await startProxy(configure, ports.slice(0, 1))
      inFrontOfTwo = await startProxy(configure, ports)
    })

    afterAll(async () => {
      await Promise.all([alone?.close(), inFrontOfTwo?.close()])
      for (const folder of folders) folder.close()
    })

    test('requests that are far too large get their answer, and never stop the clinic', async () => {
      const headers = { 'content-type': 'application/json' }
      for (let round = 0; round < 10; round++) {
        const signIn = { method: 'POST', headers, body: TWENTY_MEGABYTES }
        const tooLarge = await fetch(`${inFrontOfTwo.url}/api/auth/login`, signIn)
        expect([tooLarge.status, await tooLarge.json()]).toEqual([
          413,
          { error: 'The request is too large' },
        ])
        const upload = await fetch(`${inFrontOfTwo.url}/api/media/upload`, signIn)
        expect([upload.status, await upload.json()]).toEqual([401, { error: 'Please sign in' }])
      }
      expect((await fetch(`${inFrontOfTwo.url}/healthz`)).status).toBe(200)
    })

    test("an administrator's photo of 20 MB is refused with its own sentence", async () => {
      const { cookie } = await signIn(alone.url, ADMIN)
      const body = new FormData()
      const photo = new File([createPng({ bytes: 20 * 1024 * 1024 })], 'photo.png')
      body.set('file', photo)
      body.set('name', 'photo.png')
      const headers = { cookie }
      const refused = await fetch(`${alone.url}/api/media/upload`, {
        method: 'POST',
        headers,
        body,
      })
      expect([refused.status, (await refused.json()).error]).toEqual([
        413,
        'The image is larger than 10 MB. Please choose a smaller one.',
      ])
    })

    test('live events arrive at once, by websocket and by stream', async () => {
      const admin = await signIn(alone.url, ADMIN)
      const stream = recordEventStream(`${alone.url}/api/events`, admin.cookie)
      const { socket, received } = connectSocket(alone.url, {
        cookie: admin.cookie,
        transports: ['websocket'],
      })
      const listeners = [stream.received, received]
      await until('both listen', () => listeners.every(events => events.length > 0))
      await admin.register('ALI')
      const isRegistration = ([event]: [string, unknown]) => event === 'queue:updated'
      await until('both heard it', () => listeners.every(events => events.some(isRegistration)))
      socket.close()
      stream.close()
    })

    test('the other machine answers when one is gone', async () => {
      await programs[0]?.end()
      const statuses = []
      for (let n = 0; n < 20; n++)
        statuses.push((await fetch(`${inFrontOfTwo.url}/healthz`)).status)
      expect(statuses.filter(status => status !== 200)).toEqual([])
    })
  })

type Proxy = Awaited<ReturnType<typeof startProxy>>

/** Runs the documented proxy in front of one program or two; `ports` are theirs. */
async function startProxy(configure: typeof configureNginx, ports: number[]) {
  const server = await startServerProcess((port, folder) => configure(ports, port, folder))
  return { ...server, url: `http://127.0.0.1:${server.port}` }
}

function configureNginx(ports: number[], port: number, folder: string) {
  const example = readExample('map $http_upgrade').replace(
    'listen 80;',
    `listen 127.0.0.1:${port};`,
  )
  const site =
    ports.length === 1
      ? example.replace('127.0.0.1:3000', `127.0.0.1:${ports[0]}`)
      : withPorts(readExample('upstream clinic'), ports) +
        example.replace('http://127.0.0.1:3000;', 'http://clinic; proxy_connect_timeout 2s;')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${folder}/pid; events { worker_connections 512; }
    http { access_log off; ${temporary} ${site} }`,
  )
  return [findProgram('nginx') ?? '', '-e', `${folder}/error.log`, '-c', config]
}

function configureCaddy(ports: number[], port: number, folder: string) {
  const example = readExample(
    ports.length === 1 ? 'reverse_proxy 127.0.0.1:3000' : 'reverse_proxy 10.0.0.11:3000',
  )
  const site = withPorts(example.replace('127.0.0.1:3000', `127.0.0.1:${ports[0]}`), ports)
  const address = site.replace('http://queue.clinic.lan', `http://127.0.0.1:${port}`)
  const config = join(folder, 'Caddyfile')
  writeFileSync(config, `{\n admin off\n}\n${address}`)
  return ['caddy', 'run', '--config', config, '--adapter', 'caddyfile']
}

/** The indented block of the page that contains `text`. */
function readExample(text: string) {
  const blocks = readFileSync(NETWORK, 'utf8').match(/(?:^ {4}.*\n|^\n(?= {4}))+/gm) ?? []
  const block = blocks.find(lines => lines.includes(text))
  if (!block) throw new Error(`docs/network.md has no example with ${text}`)
  return block
}

function withPorts(example: string, [one, two]: number[]) {
  return example
    .replaceAll('10.0.0.11:3000', `127.0.0.1:${one}`)
    .replaceAll('10.0.0.12:3000', `127.0.0.1:${two}`)
}
