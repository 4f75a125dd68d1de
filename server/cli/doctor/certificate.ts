import { connect } from 'node:tls'
import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../config/config-error.ts'
import { MIN_CERTIFICATE_DAYS } from '../../queries/notices.ts'
import {
  type Certificate,
  getFingerprint,
  getValidityProblem,
  NO_NAMES,
  readCertificate,
  type TlsFiles,
} from '../../tls/certificate.ts'
import { ok, problem } from './finding.ts'
import { getHost, type PortUser } from './port.ts'

const TOPIC = 'certificate'
const DAY_MS = 24 * 60 * 60_000
const TIMEOUT_MS = 3_000
/** The running program looks for new files every minute. */
const RENEWAL_MS = 2 * 60_000
const RENEW_ADVICE = 'Renew it. The running program uses the new one within a minute.'
const REPLACE_ADVICE = 'Get one for the name or address that people type.'

type Address = Pick<Config, 'host' | 'port'>

/** Checks the files, and whether a running program serves that certificate. */
export async function checkCertificate(
  files: TlsFiles,
  address: Address,
  portUser: PortUser,
  now: Date,
  read = () => readCertificate(files),
) {
  try {
    const certificate = read()
    const served = portUser === 'clinic queue' ? await getServedFingerprint(address) : null
    if (served !== null && served !== getFingerprint(certificate)) {
      if (now.getTime() - certificate.changedAt < RENEWAL_MS) {
        return ok(TOPIC, 'renewed just now; the running program uses it within a minute')
      }
      const advice = 'Restart the program. A service uses copies made at its start.'
      return problem(TOPIC, `the running program serves another one than ${files.cert}`, advice)
    }
    return checkContent(certificate, now)
  } catch (cause) {
    if (cause instanceof ConfigError) {
      return problem(TOPIC, cause.message, 'The program does not start until this is fixed.')
    }
    throw cause
  }
}

function checkContent(certificate: Certificate, now: Date) {
  const { names, to } = certificate
  const invalid = getValidityProblem(certificate, now.toISOString())
  if (invalid) return problem(TOPIC, `it ${invalid}`, RENEW_ADVICE)
  if (names.length === 0) return problem(TOPIC, `it ${NO_NAMES}`, REPLACE_ADVICE)
  const days = Math.floor((Date.parse(to) - now.getTime()) / DAY_MS)
  const result = `for ${names.join(', ')}, until ${to.slice(0, 10)} (${days} days)`
  return days < MIN_CERTIFICATE_DAYS ? problem(TOPIC, result, RENEW_ADVICE) : ok(TOPIC, result)
}

/** Null if the connection fails. */
function getServedFingerprint(address: Address) {
  return new Promise<string | null>(resolve => {
    const host = getHost(address).replace(/[[\]]/g, '')
    // A certificate seldom contains the name used here.
    const socket = connect({ host, port: address.port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256 ?? null)
      socket.destroy()
    })
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy())
    socket.on('error', () => resolve(null))
    socket.on('close', () => resolve(null))
  })
}
