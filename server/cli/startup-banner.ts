import { writeFileSync } from 'node:fs'
import { getClinicMinute } from '#domain/time'
import { BUILT_IN_ADMIN } from '#domain/users/user'
import type { Config } from '../config/config.ts'
import { listLanAddresses } from '../config/lan-addresses.ts'
import { BUILD } from '../config/version.ts'
import { ConfigError } from '../domain/errors.ts'
import { createLog } from '../observability/log.ts'
import type { RunningServer } from '../serve.ts'
import { type Certificate, getValidityProblem, NO_NAMES } from '../tls/certificate.ts'

type BannerInput = {
  serving: Pick<RunningServer, 'port'>
  options: Config
  dataDir: string
  tls: Certificate | undefined
  now: string
}

export function announceWarnings({ warnings }: Config) {
  for (const warning of warnings) {
    if (process.stdout.isTTY) console.log(warning)
    else createLog('info')('warn', 'setting ignored', { reason: warning })
  }
}

export function announceStart(input: BannerInput) {
  if (process.stdout.isTTY) return console.log(formatBanner(input))
  const log = createLog('info')
  const { serving, options, dataDir, tls, now } = input
  log('info', 'program started', {
    version: BUILD.version,
    commit: BUILD.commit,
    port: serving.port,
    addresses: listAddresses(serving.port, options).map(([, url]) => url),
    dataDir: options.isDemo ? null : dataDir,
    timeZone: options.timeZone.name,
    certificate: tls ? { names: tls.names, until: tls.to } : null,
  })
  const reason = tls && getCertificateWarning(tls, now)
  if (reason) log('warn', 'certificate rejected by browsers', { reason })
}

function formatBanner({ serving, options, dataDir, tls, now }: BannerInput) {
  const lines = ['', 'The clinic queue is running.', '']
  for (const [label, url] of listAddresses(serving.port, options)) lines.push(`  ${label}  ${url}`)
  lines.push('  On a TV     the same address with /tv at the end', '')
  lines.push(options.isDemo ? '  Demo: all data is deleted at the end.' : `  Data: ${dataDir}`)
  const { timeZone } = options
  lines.push(`  Time: ${getClinicMinute(now, timeZone)}, ${timeZone.name} (--time-zone)`)
  if (tls) lines.push(`  ${formatCertificate(tls, now)}`)
  lines.push('  Ctrl+C stops it.', '')
  return lines.join('\n')
}

type PasswordOptions = Pick<Config, 'isDemo' | 'initialPasswordFile'> & { file: string }

/** Call this before the password is used, so that no failure loses the password. */
export function announceFirstPassword(
  password: string,
  { isDemo, initialPasswordFile, file }: PasswordOptions,
) {
  if (process.stdout.isTTY && !initialPasswordFile) {
    return console.log(formatFirstPassword(password))
  }
  const log = createLog('info')
  // Log a demo's password, because its data is invented and its folder is hard to find.
  if (isDemo) return log('info', 'demo password', { user: BUILT_IN_ADMIN, password })
  try {
    writeFileSync(file, `${password}\n`, { mode: 0o600 })
  } catch {
    throw new ConfigError(
      `The first password cannot be written to ${file}. Choose another file with --initial-password-file.`,
    )
  }
  if (process.stdout.isTTY) console.log(`\n  The password of ${BUILT_IN_ADMIN} is in ${file}`)
  else log('info', 'first password written', { user: BUILT_IN_ADMIN, file })
}

function formatFirstPassword(password: string) {
  return `
  Sign in as ${BUILT_IN_ADMIN} with the password  ${password}
  It is shown only once. Write it down, or change it after signing in.`
}

function formatCertificate(tls: Certificate, now: string) {
  const warning = getCertificateWarning(tls, now)
  if (warning) return `WARNING: the certificate ${warning}`
  return `Certificate: for ${tls.names.join(', ')}, until ${tls.to.slice(0, 10)}`
}

function getCertificateWarning(tls: Certificate, now: string) {
  const problem = getValidityProblem(tls, now)
  if (problem) return `${problem}. Browsers reject it. Renew it.`
  return tls.names.length === 0 ? `${NO_NAMES}.` : null
}

type Reach = Pick<Config, 'host' | 'publicUrl' | 'tls'>

export function listAddresses(port: number, { host, publicUrl, tls }: Reach): [string, string][] {
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
