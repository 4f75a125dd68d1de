import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../server/test-server.ts'
import { findProgram, getProgramProblem, type Problem } from '../unless.ts'
import { getFreePort } from './free-port.ts'

const NETWORK = join(import.meta.dirname, '../../../docs/network.md')
const STARTS_WITHIN_MS = 20_000

export type RealProxy = { name: string; problem: Problem; start: typeof startNginx }

export const REAL_PROXIES: RealProxy[] = [
  { name: 'nginx', problem: getProgramProblem('nginx', 'nginx-light'), start: startNginx },
  { name: 'Caddy', problem: getProgramProblem('caddy'), start: startCaddy },
]

/** Runs the documented nginx in front of one program or two; `ports` are theirs. */
async function startNginx(ports: number[]) {
  const port = getFreePort()
  const folder = mkdtempSync(join(tmpdir(), 'clinic-nginx-'))
  const upstream = await readExample('upstream clinic')
  const example = await readExample('map $http_upgrade')
  const one = example.replace('listen 80;', `listen 127.0.0.1:${port};`)
  const site =
    ports.length === 1
      ? one.replace('127.0.0.1:3000', `127.0.0.1:${ports[0]}`)
      : withPorts(upstream, ports) +
        one.replace('http://127.0.0.1:3000;', 'http://clinic; proxy_connect_timeout 2s;')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  // Otherwise its worker is a user who cannot write into the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const config = `${user} daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
    events { worker_connections 512; }
    http { access_log off; ${temporary} ${site} }`
  writeFileSync(join(folder, 'nginx.conf'), config)
  return run(
    [findProgram('nginx') ?? '', '-e', `${folder}/error.log`, '-c', join(folder, 'nginx.conf')],
    port,
    folder,
  )
}

/** Runs the documented Caddy in front of one program or two; `ports` are theirs. */
async function startCaddy(ports: number[]) {
  const port = getFreePort()
  const folder = mkdtempSync(join(tmpdir(), 'clinic-caddy-'))
  const example = await readExample(
    ports.length === 1 ? 'reverse_proxy 127.0.0.1:3000' : 'reverse_proxy 10.0.0.11:3000',
  )
  const site = withPorts(example.replace('127.0.0.1:3000', `127.0.0.1:${ports[0]}`), ports)
  const address = site.replace('http://queue.clinic.lan', `http://127.0.0.1:${port}`)
  writeFileSync(join(folder, 'Caddyfile'), `{\n admin off\n}\n${address}`)
  mkdirSync(join(folder, 'home'))
  const config = join(folder, 'Caddyfile')
  return run(['caddy', 'run', '--config', config, '--adapter', 'caddyfile'], port, folder)
}

async function run(command: string[], port: number, folder: string) {
  const child = Bun.spawn(command, {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { PATH: process.env.PATH ?? '', HOME: folder, XDG_DATA_HOME: join(folder, 'home') },
  })
  const url = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(`${url}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    )
  await until('the proxy runs', isUp, STARTS_WITHIN_MS)
  return {
    url,
    async close() {
      child.kill('SIGTERM')
      await child.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The indented block of the page that contains `text`. */
async function readExample(text: string) {
  const page = await Bun.file(NETWORK).text()
  const blocks = page.match(/(?:^ {4}.*\n|^\n(?= {4}))+/gm) ?? []
  const block = blocks.find(lines => lines.includes(text))
  if (!block) throw new Error(`docs/network.md has no example with ${text}`)
  return block
}

function withPorts(example: string, [one, two]: number[]) {
  return example
    .replaceAll('10.0.0.11:3000', `127.0.0.1:${one}`)
    .replaceAll('10.0.0.12:3000', `127.0.0.1:${two}`)
}
