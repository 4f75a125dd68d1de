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
/** What renews by itself has done so long before. */
const MIN_DAYS_LEFT = 14
const RENEW_ADVICE = 'Renew it; the running program takes it within a minute.'
const REPLACE_ADVICE = 'Have one made with the name or address that people type.'

export function checkCertificate(files: TlsFiles, now: Date) {
  try {
    const certificate = readCertificate(files)
    const { names, to } = certificate
    const trouble = getValidityProblem(certificate, now.toISOString())
    if (trouble) return problem(TOPIC, `it ${trouble}`, RENEW_ADVICE)
    if (names.length === 0) return problem(TOPIC, `it ${NO_NAMES}`, REPLACE_ADVICE)
    const days = Math.floor((Date.parse(to) - now.getTime()) / DAY_MS)
    const is = `for ${names.join(', ')}, until ${to.slice(0, 10)} (${days} days)`
    return days < MIN_DAYS_LEFT ? problem(TOPIC, is, RENEW_ADVICE) : ok(TOPIC, is)
  } catch (cause) {
    if (cause instanceof ConfigError) {
      return problem(TOPIC, cause.message, 'The program does not start until this is mended.')
    }
    throw cause
  }
}
