import type { Log } from '../observability/log.ts'
import type { Certificate } from './certificate.ts'
import { watchRenewal } from './renewal.ts'

type BunServer = { port?: number | undefined; stop(atOnce?: boolean): Promise<void> }
type Options = {
  port: number
  log: Log
  tls?: Certificate | undefined
  looksForRenewalEveryMs?: number | undefined
  /** Opens Bun's server. */
  open(door: { port: number; tls?: Certificate['pair'] }): BunServer
}

/**
 * Bun's server, as one that takes a renewed certificate: `server.reload()` of Bun 1.4 leaves the old one in
 * use, so another server takes the port over within the same turn. What is open stays open on the old one.
 */
export function createListener({ port, log, tls, looksForRenewalEveryMs: everyMs, open }: Options) {
  let newest = open({ port, ...(tls ? { tls: tls.pair } : {}) })
  const found = newest.port ?? port
  const servers = [newest]
  const forget = tls && watchRenewal(tls, { log, everyMs, take })

  function take({ pair }: Certificate) {
    // What Bun itself refuses, such as a key too weak, is refused before the port is given up.
    void open({ port: 0, tls: pair }).stop(true)
    // Not awaited: it resolves when the last of what is open has ended.
    void newest.stop()
    newest = open({ port: found, tls: pair })
    servers.push(newest)
  }

  return {
    port: found,
    /** Nothing new from here on. Resolves when what is open has ended, which live connections never do. */
    async stop() {
      forget?.()
      await Promise.all(servers.map(server => server.stop()))
    },
    async stopAtOnce() {
      await Promise.all(servers.map(server => server.stop(true)))
    },
  }
}
