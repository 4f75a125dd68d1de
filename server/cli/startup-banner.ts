import { networkInterfaces } from 'node:os'
import { clinicTime } from '#domain/time'
import { BUILT_IN_ADMIN } from '#domain/users/user'
import type { Options } from '../config/config.ts'
import type { Serving } from '../serve.ts'
import { type Certificate, NAMES_NOBODY, outOfDate } from '../tls/certificate.ts'

type Told = {
  serving: Pick<Serving, 'port'>
  options: Options
  dataDir: string
  tls: Certificate | undefined
  now: string
}

/** What whoever started the program has to know. */
export function welcome({ serving, options, dataDir, tls, now }: Told) {
  const lines = ['', 'The clinic queue is running.', '']
  for (const [label, url] of addresses(serving.port, options)) lines.push(`  ${label}  ${url}`)
  lines.push('  On a TV     the same with /tv behind it', '')
  const place = options.isDemo ? 'Demo: everything is thrown away at the end.' : `Data: ${dataDir}`
  lines.push(`  ${place}`)
  lines.push(
    `  Time: ${clinicTime(now, options.timeZone).slice(0, 5)}, ${options.timeZone} (--time-zone)`,
  )
  if (tls) lines.push(`  ${aboutCertificate(tls, now)}`)
  lines.push('  Ctrl+C stops it.', '')
  return lines.join('\n')
}

export function firstPassword(password: string) {
  return `
  Sign in as ${BUILT_IN_ADMIN} with the password  ${password}
  It is shown only now. Write it down, or change it after signing in.`
}

function aboutCertificate(tls: Certificate, now: string) {
  const trouble = outOfDate(tls, now)
  if (trouble) return `WARNING: the certificate ${trouble}. Browsers refuse it: renew it.`
  if (tls.names.length === 0) return `WARNING: the certificate ${NAMES_NOBODY}.`
  return `Certificate: for ${tls.names.join(', ')}, until ${tls.to.slice(0, 10)}`
}

function addresses(port: number, { host, publicUrl, tls }: Options): [string, string][] {
  const http = tls ? 'https' : 'http'
  if (publicUrl) return [['Open      ', publicUrl]]
  if (host && host !== '0.0.0.0' && host !== '::')
    return [['Open      ', `${http}://${host}:${port}`]]
  const others = Object.values(networkInterfaces())
    .flatMap(list => list ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
  return [
    ['Here      ', `${http}://localhost:${port}`],
    ...others.map(({ address }): [string, string] => [
      'On the LAN',
      `${http}://${address}:${port}`,
    ]),
  ]
}
