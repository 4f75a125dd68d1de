import { BadOption } from '../../config/config-error.ts'
import { NAMES_NOBODY, outOfDate, readCertificate, type TlsFiles } from '../../tls/certificate.ts'
import { lookAt, ok } from './finding.ts'

const ABOUT = 'certificate'
const DAY_MS = 24 * 60 * 60_000
/** What renews by itself has done so long before. */
const SHOULD_LAST_DAYS = 14
const RENEW_IT = 'Renew it; the running program takes it within a minute.'
const MAKE_ANEW = 'Have one made with the name or address that people type.'

export function examineCertificate(files: TlsFiles, now: Date) {
  try {
    const certificate = readCertificate(files)
    const { names, to } = certificate
    const trouble = outOfDate(certificate, now.toISOString())
    if (trouble) return lookAt(ABOUT, `it ${trouble}`, RENEW_IT)
    if (names.length === 0) return lookAt(ABOUT, `it ${NAMES_NOBODY}`, MAKE_ANEW)
    const days = Math.floor((Date.parse(to) - now.getTime()) / DAY_MS)
    const is = `for ${names.join(', ')}, until ${to.slice(0, 10)} (${days} days)`
    return days < SHOULD_LAST_DAYS ? lookAt(ABOUT, is, RENEW_IT) : ok(ABOUT, is)
  } catch (cause) {
    if (cause instanceof BadOption) {
      return lookAt(ABOUT, cause.message, 'The program does not start until this is mended.')
    }
    throw cause
  }
}
