import { networkInterfaces } from 'node:os'
import { BUILT_IN_ADMIN } from '#clinic/user'
import type { Options } from './options.ts'
import type { Serving } from './serve.ts'

type Told = {
  serving: Pick<Serving, 'port'>
  options: Options
  dataDir: string
}

/** What whoever started the program has to know. */
export function welcome({ serving, options, dataDir }: Told) {
  const lines = ['', 'The clinic queue is running.', '']
  for (const [label, url] of addresses(serving.port, options)) lines.push(`  ${label}  ${url}`)
  lines.push('')
  const place = options.isDemo ? 'Demo: everything is thrown away at the end.' : `Data: ${dataDir}`
  lines.push(`  ${place}`, '  Ctrl+C stops it.', '')
  return lines.join('\n')
}

export function firstPassword(password: string) {
  return `
  Sign in as ${BUILT_IN_ADMIN} with the password  ${password}
  It is shown only now. Write it down, or change it after signing in.`
}

function addresses(port: number, { host, publicUrl }: Options): [string, string][] {
  if (publicUrl) return [['Open      ', publicUrl]]
  if (host && host !== '0.0.0.0' && host !== '::') return [['Open      ', `http://${host}:${port}`]]
  const others = Object.values(networkInterfaces())
    .flatMap(list => list ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
  return [
    ['Here      ', `http://localhost:${port}`],
    ...others.map(({ address }): [string, string] => ['On the LAN', `http://${address}:${port}`]),
  ]
}
