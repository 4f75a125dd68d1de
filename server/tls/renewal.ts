import { readFileSync } from 'node:fs'
import { formatErrorLine, type Log } from '../observability/log.ts'
import { type Certificate, readCertificate, type TlsFiles } from './certificate.ts'

const CHECK_INTERVAL_MS = 60_000

type Following = { log: Log; everyMs?: number | undefined; take(renewed: Certificate): void }

/**
 * Hands over a renewed certificate once both of its files are there. What a renewal left half done changes
 * nothing and is looked at again. Contents are compared: tools that renew swap links, with dates of any kind.
 */
export function watchRenewal({ files, pair }: Certificate, { log, everyMs, take }: Following) {
  let known: string | null = pair.cert + pair.key
  const looking = setInterval(look, everyMs ?? CHECK_INTERVAL_MS)
  return () => clearInterval(looking)

  function look() {
    const seen = readContents(files)
    if (seen === known) return
    known = seen
    try {
      const renewed = readCertificate(files)
      take(renewed)
      log('info', 'the certificate was renewed', { until: renewed.to })
    } catch (cause) {
      log('warn', 'the renewed certificate is not taken', { why: formatErrorLine(cause) })
    }
  }
}

function readContents({ cert, key }: TlsFiles) {
  try {
    return readFileSync(cert, 'utf8') + readFileSync(key, 'utf8')
  } catch {
    return null
  }
}
