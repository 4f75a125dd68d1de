import { connect, type PeerCertificate } from 'node:tls'
import { z } from 'zod'
import { getErrorCode } from '#db/connection/errors'
import { DAY_MS } from '#domain/time'
import type { Config, TlsFiles } from '../../config/config.ts'
import { ConfigError } from '../../config/config-error.ts'
import { PROGRAM_NAME } from '../../config/version.ts'
import { formatErrorLine } from '../../observability/log.ts'
import { MIN_CERTIFICATE_DAYS } from '../../queries/system/notices.ts'
import {
  type Certificate,
  getFingerprint,
  getNames,
  getValidityProblem,
  NO_NAMES,
  readCertificate,
} from '../../tls/certificate.ts'
import { fail, pass } from './finding.ts'

export const MAX_WAIT_MS = 3_000

export type Health = z.infer<typeof healthSchema>

const healthSchema = z.object({
  program: z.literal(PROGRAM_NAME),
  ok: z.boolean(),
  backupCopies: z.string().optional(),
  lastBackupCopy: z.object({ at: z.string() }).nullish(),
})

type Address = Pick<Config, 'host' | 'port' | 'tls'>

type Answer = { health: Health; isTls: boolean }

/**
 * What the program on this port says of itself; null if this program does not answer. It only asks:
 * who tried whether the port is free would hold it for a moment, and a program that starts just then
 * would end. It may use https with other files.
 */
export async function askHealth(address: Address): Promise<Answer | null> {
  if (address.port === 0) return null
  const wanted = address.tls !== undefined
  return (await askWith(address, wanted)) ?? (await askWith(address, !wanted))
}

/** Only this program responds to /healthz with its name. */
async function askWith(address: Address, isTls: boolean): Promise<Answer | null> {
  try {
    const signal = AbortSignal.timeout(MAX_WAIT_MS)
    const url = `${isTls ? 'https' : 'http'}://${getHost(address)}:${address.port}/healthz`
    const tls = { rejectUnauthorized: false }
    // A proxy of HTTP_PROXY would look for the program on its own computer.
    const response = await fetch(url, { signal, tls, redirect: 'manual', proxy: false })
    const health = healthSchema.safeParse(await response.json())
    return health.success ? { health: health.data, isTls } : null
  } catch {
    return null
  }
}

export function getHost({ host }: Pick<Address, 'host'>) {
  if (!host || host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

export function listenForAMoment({ host, port }: Pick<Address, 'host' | 'port'>) {
  const server = Bun.serve({
    port,
    ...(host ? { hostname: host } : {}),
    fetch: () => new Response(null, { status: 503 }),
  })
  void server.stop(true)
}

/**
 * The port on which a clinic queue answers. `isSameData` is null if the data could not be opened,
 * which says nothing about the port.
 */
export function checkUsedPort({ port }: Pick<Address, 'port'>, isSameData: boolean | null) {
  const topic = `port ${port}`
  if (isSameData) return pass(topic, 'the clinic queue responds')
  if (isSameData === null) {
    return pass(topic, 'a clinic queue responds; whether it uses this data could not be checked')
  }
  const advice = 'Stop it, or choose another port with --port.'
  return fail(topic, 'used by a clinic queue with other data', advice)
}

/** Takes the port for a moment, so not while the clinic queue may be starting. */
export function checkFreePort(address: Pick<Address, 'host' | 'port'>) {
  const topic = `port ${address.port}`
  try {
    listenForAMoment(address)
    return pass(topic, 'free')
  } catch (cause) {
    const [result, advice] = explainRefusedPort(cause, address)
    return fail(topic, result, advice)
  }
}

/** With these, the address was not tried. Bun gives a wrong address different codes. */
export const OWN_FAILURE = /^(EMFILE|ENFILE|ENOMEM|ENOBUFS)$/

function explainRefusedPort(cause: unknown, { host }: Pick<Address, 'host'>): [string, string] {
  const code = getErrorCode(cause)
  if (code === 'EADDRINUSE') {
    return [
      'used by another program',
      'Stop the other program, or choose another port with --port.',
    ]
  }
  if (code === 'EACCES') {
    return [
      'reserved for root and for services',
      'Choose one above 1023 with --port, or run the program as a service.',
    ]
  }
  if (host && !OWN_FAILURE.test(code)) {
    return [`this computer has no address ${host}`, 'Correct --host (HOST), or leave it out.']
  }
  return [`this could not be checked: ${formatErrorLine(cause)}`, 'Fix what it reports.']
}

const CERTIFICATE = 'certificate'
const TIMEOUT_MS = 3_000
/** The running program looks for new files every minute. */
const RENEWAL_MS = 2 * 60_000
const RENEW_ADVICE = 'Renew it. The running program uses the new one within a minute.'
const REPLACE_ADVICE = 'Get one for the name or address that people type.'

export async function checkCertificate(
  files: TlsFiles,
  address: Pick<Address, 'host' | 'port'>,
  isAnswering: boolean,
  now: Date,
  read = () => readCertificate(files),
) {
  try {
    const certificate = read()
    const served = isAnswering ? await getServedFingerprint(address) : null
    if (served !== null && served !== getFingerprint(certificate)) {
      if (now.getTime() - certificate.changedAt < RENEWAL_MS) {
        return pass(CERTIFICATE, 'renewed just now; the running program uses it within a minute')
      }
      const advice = 'Restart the program. A service uses copies made at its start.'
      return fail(CERTIFICATE, `the running program serves another one than ${files.cert}`, advice)
    }
    return checkContent(certificate, now)
  } catch (cause) {
    if (cause instanceof ConfigError) {
      return fail(CERTIFICATE, cause.message, 'The program does not start until this is fixed.')
    }
    throw cause
  }
}

/** Checks the certificate of a running program whose files this command does not know. */
export async function checkServedCertificate(address: Pick<Address, 'host' | 'port'>, now: Date) {
  const served = await getServedCertificate(address)
  if (!served) return pass(CERTIFICATE, 'the running program uses https')
  const { subjectaltname, valid_from, valid_to } = served
  const [from, to] = [valid_from, valid_to].map(date => new Date(date).toISOString())
  return checkContent({ names: getNames(subjectaltname), from: from ?? '', to: to ?? '' }, now)
}

function checkContent(certificate: Pick<Certificate, 'names' | 'from' | 'to'>, now: Date) {
  const { names, to } = certificate
  const invalid = getValidityProblem(certificate, now.toISOString())
  if (invalid) return fail(CERTIFICATE, `it ${invalid}`, RENEW_ADVICE)
  if (names.length === 0) return fail(CERTIFICATE, `it ${NO_NAMES}`, REPLACE_ADVICE)
  const days = Math.floor((Date.parse(to) - now.getTime()) / DAY_MS)
  const result = `for ${names.join(', ')}, until ${to.slice(0, 10)} (${days} days)`
  return days < MIN_CERTIFICATE_DAYS
    ? fail(CERTIFICATE, result, RENEW_ADVICE)
    : pass(CERTIFICATE, result)
}

async function getServedFingerprint(address: Pick<Address, 'host' | 'port'>) {
  return (await getServedCertificate(address))?.fingerprint256 ?? null
}

function getServedCertificate(address: Pick<Address, 'host' | 'port'>) {
  return new Promise<PeerCertificate | null>(resolve => {
    const host = getHost(address).replace(/[[\]]/g, '')
    // A certificate seldom contains the name used here.
    const socket = connect({ host, port: address.port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate())
      socket.destroy()
    })
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy())
    socket.on('error', () => resolve(null))
    socket.on('close', () => resolve(null))
  })
}
