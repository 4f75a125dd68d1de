import { DetailedError, hc, parseResponse } from 'hono/client'
import type { Api } from '../../server/http/routes/index.ts'
import { syncClock } from './server-clock.ts'

/** A question without an answer must not hold up those that come after it. */
const TIMEOUT_MS = 10_000

/** Every path of the API, typed by the server's own routes. */
export const api = hc<Api>('/api', { fetch: fetchWithTimeout })

async function fetchWithTimeout(input: RequestInfo | URL, init?: RequestInit) {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const answer = await fetch(input, { ...init, signal })
  syncClock(answer.headers.get('date'))
  const isSignIn = /\/(login|authorize)$/.test(answer.url)
  // The session ended elsewhere: the server now answers this very page with the login.
  if (answer.status === 401 && !isSignIn) location.reload()
  return answer
}

/** A call that failed: `status` 0 means that no answer came. `sentence` is the server's, for a person. */
export class ApiError extends Error {
  readonly status: number
  readonly sentence: string | null
  readonly field: string | null

  constructor(status: number, body: unknown) {
    super(`${status}: ${typeof body === 'string' ? body : JSON.stringify(body)}`)
    const { error, field } = (body ?? {}) as { error?: unknown; field?: unknown }
    this.status = status
    this.sentence = typeof error === 'string' ? error : null
    this.field = typeof field === 'string' ? field : null
  }
}

/** The server's reason for refusing, for the person at the desk; null for any other failure. */
export function getClientErrorMessage(cause: unknown) {
  const isRefusal = cause instanceof ApiError && cause.status >= 400 && cause.status < 500
  return isRefusal ? cause.sentence : null
}

/** What to say of a failure where there is only one way to go on: to try again. */
export function getErrorMessage(cause: unknown, byDefault: string) {
  if (!(cause instanceof ApiError)) return byDefault
  return cause.status === 0 ? 'The server cannot be reached.' : (cause.sentence ?? byDefault)
}

/** The parsed answer of a call; everything that is not OK becomes a Failure. */
export const unwrap: typeof parseResponse = async asked => {
  try {
    return await parseResponse(asked)
  } catch (cause) {
    if (cause instanceof DetailedError)
      throw new ApiError(cause.statusCode ?? 500, cause.detail?.data)
    throw new ApiError(0, 'no connection')
  }
}

/** Sent with a write, so that a double click or a retry happens once. */
export function createIdempotencyKey() {
  // randomUUID is missing on plain http to a LAN address.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

export function withIdempotencyKey(key = createIdempotencyKey()) {
  return { headers: { 'Idempotency-Key': key } }
}
