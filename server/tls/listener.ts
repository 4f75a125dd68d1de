import { readFileSync } from 'node:fs'
import type { TlsFiles } from '../config/config.ts'
import { formatErrorLine, type Log } from '../observability/log.ts'
import { type Certificate, readCertificate } from './certificate.ts'
import { BEHIND, createFront } from './front.ts'

const CHECK_INTERVAL_MS = 60_000

type Address = { address: string; family: 'IPv4' | 'IPv6'; port: number }
type BunServer = {
  port?: number | undefined
  requestIP(request: Request): Address | null
  stop(atOnce?: boolean): Promise<void>
}
type Options = {
  port: number
  hostname: string | undefined
  log: Log
  tls?: Certificate | undefined
  renewalCheckIntervalMs?: number | undefined
  onCertificate?(certificate: Certificate): void
  open(options: { port: number; hostname?: string; tls?: Certificate['pair'] }): BunServer
}

/** In Bun 1.4 `server.reload()` keeps the old certificate, so a new server takes new connections. */
export function createListener({
  port,
  hostname,
  log,
  tls,
  renewalCheckIntervalMs = CHECK_INTERVAL_MS,
  onCertificate = () => {},
  open,
}: Options) {
  let current = tls ? openBehind(tls) : open({ port, ...(hostname ? { hostname } : {}) })
  let contents = tls ? tls.pair.cert + tls.pair.key : null
  const servers = [current]
  const front = tls && createFront({ port, hostname, getPortBehind: () => current.port ?? 0 })
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
    // Throws if Bun rejects the certificate (a weak key, say).
    const next = openBehind(certificate)
    void current.stop()
    current = next
    servers.push(current)
    onCertificate(certificate)
  }

  function openBehind({ pair }: Certificate) {
    const server = open({ port: 0, hostname: BEHIND, tls: pair })
    const requestIP = server.requestIP.bind(server)
    return Object.assign(server, {
      requestIP(request: Request) {
        const peer = requestIP(request)
        // Who is not known came from this computer, but must not be taken for a proxy on it.
        return peer && (front?.findClient(peer.port) ?? null)
      },
    })
  }

  return {
    port: (front ?? current).port ?? port,
    /** Resolves when all connections have ended, which live ones never do. */
    async stop() {
      clearInterval(timer)
      front?.stop()
      await Promise.all(servers.map(server => server.stop()))
    },
    async stopNow() {
      front?.stopNow()
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
