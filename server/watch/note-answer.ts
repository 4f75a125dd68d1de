import { describe, type Log } from '../log.ts'
import type { Meters } from './meters.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const MS = 1_000

export type Answer = {
  requestId: string
  /** Whatever the client wrote. */
  method: string
  /** The pattern of its path: the path itself may hold tokens, ids and names. */
  route: string
  status: number
  startedAt: number
  /** What nobody expected, if that was the reason of this answer. */
  surprise?: unknown
}

/** Counts an answer and logs it: a surprise always, anything else where everything is told. */
export function noteAnswer({ meters, log }: { meters: Meters; log: Log }, answer: Answer) {
  const { requestId, route, status, startedAt, surprise } = answer
  const method = METHODS.includes(answer.method) ? answer.method : 'other'
  const ms = performance.now() - startedAt
  meters.answered({ method, route, status, seconds: ms / MS })
  const about = { requestId, method, route, status, ms: Math.round(ms) }
  if (surprise === undefined) log('debug', 'answered', about)
  else log('error', 'a request failed', { ...about, ...describe(surprise) })
}
