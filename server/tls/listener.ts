import { readFileSync } from 'node:fs'
import type { TlsFiles } from '../config/config.ts'
import { formatErrorLine, type Log } from '../observability/log.ts'
import { type Certificate, readCertificate } from './certificate.ts'

const CHECK_INTERVAL_MS = 60_000

type BunServer = { port?: number | undefined; stop(atOnce?: boolean): Promise<void> }
type Options = {
  port: number
  log: Log
  tls?: Certificate | undefined
  renewalCheckIntervalMs?: number | undefined
  onCertificate?(certificate: Certificate): void
  open(options: { port: number; tls?: Certificate['pair'] }): BunServer
}

/** In Bun 1.4 `server.reload()` keeps the old certificate, so a new server takes over the port. */
export function createListener({
  port,
  log,
  tls,
  renewalCheckIntervalMs = CHECK_INTERVAL_MS,
  onCertificate = () => {},
  open,
}: Options) {
  let current = open({ port, ...(tls ? { tls: tls.pair } : {}) })
  let contents = tls ? tls.pair.cert + tls.pair.key : null
  const actualPort = current.port ?? port
  const servers = [current]
  if (tls) onCertificate(tls)
  const timer = tls && setInterval(() => checkRenewal(tls.files), renewalCheckIntervalMs)

  /** Contents are compared, because renewal tools swap links. */
  function checkRenewal(files: TlsFiles) {
    const next = readContents(files)
    if (next === contents) return
    contents = next
    try {
      const renewed = readCertificate(files)
      replaceServer(renewed)
      log('info', 'certificate renewed', { until: renewed.to })
    } catch (cause) {
      log('warn', 'certificate renewal rejected', { reason: formatErrorLine(cause) })
    }
  }

  function replaceServer(certificate: Certificate) {
    const { pair } = certificate
    // Throws if Bun rejects the certificate (a weak key, say) while the port is still served.
    void open({ port: 0, tls: pair }).stop(true)
    void current.stop()
    current = open({ port: actualPort, tls: pair })
    servers.push(current)
    onCertificate(certificate)
  }

  return {
    port: actualPort,
    /** Resolves when all connections have ended, which live ones never do. */
    async stop() {
      clearInterval(timer)
      await Promise.all(servers.map(server => server.stop()))
    },
    async stopNow() {
      await Promise.all(servers.map(server => server.stop(true)))
    },
  }
}

function readContents({ cert, key }: TlsFiles) {
  try {
    return readFileSync(cert, 'utf8') + readFileSync(key, 'utf8')
  } catch {
    return null
  }
}
