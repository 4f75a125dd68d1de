import { z } from 'zod'
import type { Config } from '../../config/config.ts'
import { PROGRAM_NAME } from '../../config/version.ts'
import { ok, problem } from './finding.ts'

export const MAX_WAIT_MS = 3_000

export type PortUser = 'none' | 'clinic queue' | 'other program'
export type Health = z.infer<typeof healthSchema>

/** What `doctor` reads of the answer to /healthz. */
const healthSchema = z.object({
  program: z.literal(PROGRAM_NAME),
  backupCopies: z.string().optional(),
  lastBackupCopy: z.object({ at: z.string() }).nullish(),
})

type Address = Pick<Config, 'host' | 'port' | 'tls'>

type Probe = { user: PortUser; health: Health | null }

/** Who uses the port: only this program responds to /healthz with its name. */
export async function probePort(address: Address): Promise<Probe> {
  if (address.port === 0) return { user: 'none', health: null }
  try {
    const signal = AbortSignal.timeout(MAX_WAIT_MS)
    const url = `${address.tls ? 'https' : 'http'}://${getHost(address)}:${address.port}/healthz`
    // No secret is sent, and a certificate seldom contains the name used here.
    const response = await fetch(url, { signal, tls: { rejectUnauthorized: false } })
    const health = healthSchema.safeParse(await response.json())
    if (health.success) return { user: 'clinic queue', health: health.data }
    return { user: 'other program', health: null }
  } catch {
    return { user: canListen(address) ? 'none' : 'other program', health: null }
  }
}

/** In the form that a URL has. */
export function getHost({ host }: Pick<Address, 'host'>) {
  if (!host || host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function canListen({ host, port }: Address) {
  try {
    const server = Bun.serve({
      port,
      ...(host ? { hostname: host } : {}),
      fetch: () => new Response(),
    })
    void server.stop(true)
    return true
  } catch {
    return false
  }
}

/** A clinic queue that uses https is not recognized over http. */
export const HTTPS_HINT = ' If a clinic queue uses https there, add its --tls-cert and --tls-key.'

export function checkPort({ port, tls }: Address, portUser: PortUser, isDataInUse: boolean) {
  const topic = `port ${port}`
  if (portUser === 'none') return ok(topic, 'free')
  if (portUser === 'other program') {
    const advice = `Stop the other program, or choose another port with --port.${tls ? '' : HTTPS_HINT}`
    return problem(topic, 'used by another program, or not permitted', advice)
  }
  if (isDataInUse) return ok(topic, 'the clinic queue responds')
  const advice = 'Stop it, or choose another port with --port.'
  return problem(topic, 'used by a clinic queue with other data', advice)
}
