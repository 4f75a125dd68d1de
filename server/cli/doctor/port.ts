import type { Config } from '../../config/config.ts'
import { PROGRAM_NAME } from '../../config/version.ts'
import { ok, problem } from './finding.ts'

const TIMEOUT_MS = 3_000

export type PortUser = 'nobody' | 'our program' | 'somebody else'
type Address = Pick<Config, 'host' | 'port' | 'tls'>

/** Who has the port: asked by the question that only our program answers with its name. */
export async function probePort(address: Address): Promise<PortUser> {
  if (address.port === 0) return 'nobody'
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const url = `${address.tls ? 'https' : 'http'}://${getHost(address)}:${address.port}/healthz`
    // Only its name is asked for, and a certificate seldom names this machine as it is asked here.
    const answer = await fetch(url, { signal, tls: { rejectUnauthorized: false } })
    const health: unknown = await answer.json()
    return isOwnProgram(health) ? 'our program' : 'somebody else'
  } catch {
    return canListen(address) ? 'nobody' : 'somebody else'
  }
}

function getHost({ host }: Address) {
  if (!host || host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function isOwnProgram(health: unknown) {
  return (
    typeof health === 'object' &&
    health !== null &&
    'program' in health &&
    health.program === PROGRAM_NAME
  )
}

function canListen({ host, port }: Address) {
  try {
    const trial = Bun.serve({
      port,
      ...(host ? { hostname: host } : {}),
      fetch: () => new Response(),
    })
    void trial.stop(true)
    return true
  } catch {
    return false
  }
}

/** Asked without its certificate, a clinic queue that speaks https is not known again. */
export const HTTPS_HINT =
  ' If a clinic queue speaks https there, bring its --tls-cert and --tls-key.'

export function checkPort({ port, tls }: Address, answering: PortUser, isDataTaken: boolean) {
  const about = `port ${port}`
  if (answering === 'nobody') return ok(about, 'free')
  if (answering === 'somebody else') {
    const doThis = `Stop the other program, or choose another port with --port.${tls ? '' : HTTPS_HINT}`
    return problem(about, 'taken by another program, or not ours to listen on', doThis)
  }
  if (isDataTaken) return ok(about, 'our program answers')
  const doThis = 'Stop it, or give this one another port with --port.'
  return problem(about, 'a clinic queue with other data answers here', doThis)
}
