import { readFileSync } from 'node:fs'
import type { TlsFiles } from '../config/config.ts'
import { formatErrorLine, type Log } from '../observability/log.ts'
import { type Certificate, readCertificate } from './certificate.ts'

const CHECK_INTERVAL_MS = 60_000

type Address = { port: number; hostname?: string }
type BunServer = { port?: number | undefined; stop(atOnce?: boolean): Promise<void> }
type Options = {
  port: number
  hostname: string | undefined
  log: Log
  tls?: Certificate | undefined
  renewalCheckIntervalMs?: number | undefined
  onCertificate(certificate: Certificate): void
  open(options: Address & { tls?: Certificate['pair'] }): BunServer
}

/** Opens a new server at a renewal, because `server.reload()` in Bun 1.4 keeps the certificate. */
export function createListener({
  port,
  hostname,
  log,
  tls,
  renewalCheckIntervalMs = CHECK_INTERVAL_MS,
  onCertificate,
  open,
}: Options) {
  const own = hostname ? { hostname } : {}
  let current = openWith({ ...own, port }, tls)
  const address = { ...own, port: current.port ?? port }
  let contents = tls ? tls.pair.cert + tls.pair.key : null
  const servers = [current]
  if (tls) onCertificate(tls)
  const timer = tls && setInterval(() => checkRenewal(tls.files), renewalCheckIntervalMs)

  /** Compares the files' contents, because renewal tools swap links. */
  function checkRenewal(files: TlsFiles) {
    const next = readContents(files)
    if (next === contents) return
    contents = next
    const renewed = readUsable(files)
    if (!renewed) return
    // Stop and open in one turn, so that no connection is refused. Open streams continue.
    void current.stop()
    current = openWith(address, renewed)
    servers.push(current)
    onCertificate(renewed)
    log('info', 'certificate renewed', { until: renewed.to })
  }

  function readUsable(files: TlsFiles) {
    try {
      const certificate = readCertificate(files)
      // Bun rejects some certificates, such as one with a weak key.
      void openWith({ port: 0, hostname: '127.0.0.1' }, certificate).stop(true)
      return certificate
    } catch (cause) {
      log('warn', 'certificate renewal rejected', { reason: formatErrorLine(cause) })
      return null
    }
  }

  function openWith(address: Address, certificate: Certificate | undefined) {
    return open({ ...address, ...(certificate && { tls: certificate.pair }) })
  }

  return {
    port: address.port,
    /** Resolves after all connections have ended. Live connections never end by themselves. */
    async stop() {
      clearInterval(timer)
      await Promise.all(servers.map(server => server.stop()))
    },
    stopNow: () => Promise.all(servers.map(server => server.stop(true))),
  }
}

function readContents({ cert, key }: TlsFiles) {
  try {
    return readFileSync(cert, 'utf8') + readFileSync(key, 'utf8')
  } catch {
    return null
  }
}
