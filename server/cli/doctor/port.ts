import type { Options } from '../../config/config.ts'
import { PROGRAM_NAME } from '../../config/version.ts'
import { lookAt, ok } from './finding.ts'

const GIVES_UP_AFTER_MS = 3_000

export type Answering = 'nobody' | 'our program' | 'somebody else'
type Address = Pick<Options, 'host' | 'port' | 'tls'>

/** Who has the port: asked by the question that only our program answers with its name. */
export async function whoAnswers(address: Address): Promise<Answering> {
  if (address.port === 0) return 'nobody'
  try {
    const signal = AbortSignal.timeout(GIVES_UP_AFTER_MS)
    const url = `${address.tls ? 'https' : 'http'}://${nameOf(address)}:${address.port}/healthz`
    // Only its name is asked for, and a certificate seldom names this machine as it is asked here.
    const answer = await fetch(url, { signal, tls: { rejectUnauthorized: false } })
    const health: unknown = await answer.json()
    return isOurs(health) ? 'our program' : 'somebody else'
  } catch {
    return canListen(address) ? 'nobody' : 'somebody else'
  }
}

function nameOf({ host }: Address) {
  if (!host || host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function isOurs(health: unknown) {
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
export const IF_HTTPS = ' If a clinic queue speaks https there, bring its --tls-cert and --tls-key.'

export function examinePort({ port, tls }: Address, answering: Answering, isDataTaken: boolean) {
  const about = `port ${port}`
  if (answering === 'nobody') return ok(about, 'free')
  if (answering === 'somebody else') {
    const doThis = `Stop the other program, or choose another port with --port.${tls ? '' : IF_HTTPS}`
    return lookAt(about, 'taken by another program, or not ours to listen on', doThis)
  }
  if (isDataTaken) return ok(about, 'our program answers')
  const doThis = 'Stop it, or give this one another port with --port.'
  return lookAt(about, 'a clinic queue with other data answers here', doThis)
}
