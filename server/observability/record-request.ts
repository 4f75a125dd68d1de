import { describeError, type Log } from './log.ts'
import type { Metrics } from './metrics.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const MS = 1_000

type RequestInfo = {
  /** Whatever the client wrote. */
  method: string
  /** The pattern of its path: the path itself may hold tokens, ids and names. */
  route: string
  status: number
  startedAt: number
}

type Deps = { metrics: Metrics; log: Log }

/**
 * Counts an answer and logs it: anything where everything is told, and always a surprise. That one gets an
 * id for whoever asks about it.
 */
export function recordRequest({ metrics, log }: Deps, answer: RequestInfo, surprise?: unknown) {
  const { route, status, startedAt } = answer
  const method = METHODS.includes(answer.method) ? answer.method : 'other'
  const ms = performance.now() - startedAt
  metrics.answered({ method, route, status, seconds: ms / MS })
  const about = { method, route, status, ms: Math.round(ms) }
  if (surprise === undefined) {
    log('debug', 'answered', about)
    return null
  }
  const requestId = crypto.randomUUID()
  log('error', 'a request failed', { requestId, ...about, ...describeError(surprise) })
  return requestId
}
