import { getClinicMinute } from '#domain/time'
import { BUILT_IN_ADMIN } from '#domain/users/user'
import type { Config } from '../config/config.ts'
import { listLanAddresses } from '../config/lan-addresses.ts'
import type { RunningServer } from '../serve.ts'
import { type Certificate, getValidityProblem, NO_NAMES } from '../tls/certificate.ts'

type BannerInput = {
  serving: Pick<RunningServer, 'port'>
  options: Config
  dataDir: string
  tls: Certificate | undefined
  now: string
}

export function formatBanner({ serving, options, dataDir, tls, now }: BannerInput) {
  const lines = ['', 'The clinic queue is running.', '']
  for (const [label, url] of listAddresses(serving.port, options)) lines.push(`  ${label}  ${url}`)
  lines.push('  On a TV     the same address with /tv at the end', '')
  lines.push(options.isDemo ? '  Demo: all data is deleted at the end.' : `  Data: ${dataDir}`)
  lines.push(`  Time: ${getClinicMinute(now, options.timeZone)}, ${options.timeZone} (--time-zone)`)
  if (tls) lines.push(`  ${formatCertificate(tls, now)}`)
  lines.push('  Ctrl+C stops it.', '')
  return lines.join('\n')
}

export function formatFirstPassword(password: string) {
  return `
  Sign in as ${BUILT_IN_ADMIN} with the password  ${password}
  It is shown only once. Write it down, or change it after signing in.`
}

function formatCertificate(tls: Certificate, now: string) {
  const problem = getValidityProblem(tls, now)
  if (problem) return `WARNING: the certificate ${problem}. Browsers reject it. Renew it.`
  if (tls.names.length === 0) return `WARNING: the certificate ${NO_NAMES}.`
  return `Certificate: for ${tls.names.join(', ')}, until ${tls.to.slice(0, 10)}`
}

function listAddresses(port: number, { host, publicUrl, tls }: Config): [string, string][] {
  const scheme = tls ? 'https' : 'http'
  if (publicUrl) return [['Open      ', publicUrl]]
  if (host && host !== '0.0.0.0' && host !== '::')
    return [['Open      ', `${scheme}://${host}:${port}`]]
  return [
    ['Here      ', `${scheme}://localhost:${port}`],
    ...listLanAddresses().map((address): [string, string] => [
      'On the LAN',
      `${scheme}://${address}:${port}`,
    ]),
  ]
}
