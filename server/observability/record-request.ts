import { describeError, type Log } from './log.ts'
import type { Metrics } from './metrics.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const MS = 1_000

type RequestInfo = {
  method: string
  route: string
  status: number
  startedAt: number
}

type Deps = { metrics: Metrics; log: Log }

export function recordRequest({ metrics, log }: Deps, info: RequestInfo, error?: unknown) {
  const { route, status, startedAt } = info
  const method = METHODS.includes(info.method) ? info.method : 'other'
  const ms = performance.now() - startedAt
  metrics.observeRequest({ method, route, status, seconds: ms / MS })
  const details = { method, route, status, ms: Math.round(ms) }
  if (error === undefined) {
    log('debug', 'request handled', details)
    return null
  }
  const requestId = crypto.randomUUID()
  log('error', 'request failed', { requestId, ...details, ...describeError(error) })
  return requestId
}
