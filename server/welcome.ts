import { networkInterfaces } from 'node:os'
import { BUILT_IN_ADMIN } from '#clinic/user'
import type { Options } from './options.ts'
import type { Serving } from './serve.ts'

type Told = {
  serving: Pick<Serving, 'port'>
  options: Options
  dataDir: string
  /** The first admin's password, only when it was made up at this very start. */
  password: string | null
}

/** What whoever started the program has to know. The password is told this once. */
export function welcome({ serving, options, dataDir, password }: Told) {
  const lines = ['', 'The clinic queue is running.', '']
  for (const [label, url] of addresses(serving.port, options)) lines.push(`  ${label}  ${url}`)
  lines.push('')
  if (password !== null) {
    lines.push(`  Sign in as ${BUILT_IN_ADMIN} with the password  ${password}`)
    lines.push('  It is shown only now. Write it down, or change it after signing in.', '')
  }
  const place = options.isDemo ? 'Demo: everything is thrown away at the end.' : `Data: ${dataDir}`
  lines.push(`  ${place}`, '  Ctrl+C stops it.', '')
  return lines.join('\n')
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
