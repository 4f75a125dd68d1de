import { ConfigError } from '../../config/config-error.ts'
import {
  getValidityProblem,
  NO_NAMES,
  readCertificate,
  type TlsFiles,
} from '../../tls/certificate.ts'
import { ok, problem } from './finding.ts'

const TOPIC = 'certificate'
const DAY_MS = 24 * 60 * 60_000
const MIN_DAYS_LEFT = 14
const RENEW_ADVICE = 'Renew it. The running program uses the new one within a minute.'
const REPLACE_ADVICE = 'Get one for the name or address that people type.'

export function checkCertificate(files: TlsFiles, now: Date) {
  try {
    const certificate = readCertificate(files)
    const { names, to } = certificate
    const invalid = getValidityProblem(certificate, now.toISOString())
    if (invalid) return problem(TOPIC, `it ${invalid}`, RENEW_ADVICE)
    if (names.length === 0) return problem(TOPIC, `it ${NO_NAMES}`, REPLACE_ADVICE)
    const days = Math.floor((Date.parse(to) - now.getTime()) / DAY_MS)
    const result = `for ${names.join(', ')}, until ${to.slice(0, 10)} (${days} days)`
    return days < MIN_DAYS_LEFT ? problem(TOPIC, result, RENEW_ADVICE) : ok(TOPIC, result)
  } catch (cause) {
    if (cause instanceof ConfigError) {
      return problem(TOPIC, cause.message, 'The program does not start until this is fixed.')
    }
    throw cause
  }
}
