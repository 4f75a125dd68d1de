import { networkInterfaces } from 'node:os'
import { getClinicMinute } from '#domain/time'
import { BUILT_IN_ADMIN } from '#domain/users/user'
import type { Config } from '../config/config.ts'
import type { RunningServer } from '../serve.ts'
import { type Certificate, getValidityProblem, NO_NAMES } from '../tls/certificate.ts'

type BannerInput = {
  serving: Pick<RunningServer, 'port'>
  options: Config
  dataDir: string
  tls: Certificate | undefined
  now: string
}

/** What whoever started the program has to know. */
export function formatBanner({ serving, options, dataDir, tls, now }: BannerInput) {
  const lines = ['', 'The clinic queue is running.', '']
  for (const [label, url] of listAddresses(serving.port, options)) lines.push(`  ${label}  ${url}`)
  lines.push('  On a TV     the same with /tv behind it', '')
  const place = options.isDemo ? 'Demo: everything is thrown away at the end.' : `Data: ${dataDir}`
  lines.push(`  ${place}`)
  lines.push(`  Time: ${getClinicMinute(now, options.timeZone)}, ${options.timeZone} (--time-zone)`)
  if (tls) lines.push(`  ${formatCertificate(tls, now)}`)
  lines.push('  Ctrl+C stops it.', '')
  return lines.join('\n')
}

export function formatFirstPassword(password: string) {
  return `
  Sign in as ${BUILT_IN_ADMIN} with the password  ${password}
  It is shown only now. Write it down, or change it after signing in.`
}

function formatCertificate(tls: Certificate, now: string) {
  const trouble = getValidityProblem(tls, now)
  if (trouble) return `WARNING: the certificate ${trouble}. Browsers refuse it: renew it.`
  if (tls.names.length === 0) return `WARNING: the certificate ${NO_NAMES}.`
  return `Certificate: for ${tls.names.join(', ')}, until ${tls.to.slice(0, 10)}`
}

function listAddresses(port: number, { host, publicUrl, tls }: Config): [string, string][] {
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
