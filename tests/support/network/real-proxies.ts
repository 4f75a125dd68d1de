import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, getProgramProblem } from '../unless.ts'
import { startServerProcess } from './server-process.ts'

const NETWORK = join(import.meta.dirname, '../../../docs/network.md')

export const REAL_PROXIES = [
  { name: 'nginx', problem: getProgramProblem('nginx', 'nginx-light'), configure: configureNginx },
  { name: 'Caddy', problem: getProgramProblem('caddy'), configure: configureCaddy },
]

/** Runs the documented proxy in front of one program or two; `ports` are theirs. */
export async function startRealProxy(configure: typeof configureNginx, ports: number[]) {
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
