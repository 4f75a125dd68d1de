import { readFileSync } from 'node:fs'
import type { TlsFiles } from '../config/config.ts'
import { formatErrorLine, type Log } from '../observability/log.ts'
import { type Certificate, readCertificate } from './certificate.ts'

const CHECK_INTERVAL_MS = 60_000

type Options = {
  log: Log
  intervalMs?: number | undefined
  onRenewed(certificate: Certificate): void
}

/** Compares contents, because renewal tools swap links. Returns what stops the checks. */
export function watchRenewal(
  { files, pair }: Certificate,
  { log, intervalMs, onRenewed }: Options,
) {
  let previous: string | null = pair.cert + pair.key
  const timer = setInterval(check, intervalMs ?? CHECK_INTERVAL_MS)
  return () => clearInterval(timer)

  function check() {
    const contents = readContents(files)
    if (contents === previous) return
    previous = contents
    try {
      const renewed = readCertificate(files)
      onRenewed(renewed)
      log('info', 'certificate renewed', { until: renewed.to })
    } catch (cause) {
      log('warn', 'certificate renewal rejected', { reason: formatErrorLine(cause) })
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
