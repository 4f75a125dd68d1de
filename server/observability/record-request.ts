import { describe, type Log } from './log.ts'
import type { Meters } from './metrics.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const MS = 1_000

type Answer = {
  /** Whatever the client wrote. */
  method: string
  /** The pattern of its path: the path itself may hold tokens, ids and names. */
  route: string
  status: number
  startedAt: number
}

type Notebook = { meters: Meters; log: Log }

/**
 * Counts an answer and logs it: anything where everything is told, and always a surprise. That one gets an
 * id for whoever asks about it.
 */
export function noteAnswer({ meters, log }: Notebook, answer: Answer, surprise?: unknown) {
  const { route, status, startedAt } = answer
  const method = METHODS.includes(answer.method) ? answer.method : 'other'
  const ms = performance.now() - startedAt
  meters.answered({ method, route, status, seconds: ms / MS })
  const about = { method, route, status, ms: Math.round(ms) }
  if (surprise === undefined) {
    log('debug', 'answered', about)
    return null
  }
  const requestId = crypto.randomUUID()
  log('error', 'a request failed', { requestId, ...about, ...describe(surprise) })
  return requestId
}
