import { hc, type parseResponse } from 'hono/client'
import { type Answered, WITH_CHANGE_HEADER } from '#domain/change'
import { DomainError } from '#domain/errors'
import { DEADLINE_HEADER } from '#domain/time'
import type { Api } from '../../server/http/api/index.ts'
import { receiveAnswer } from './changes.ts'
import { checkBuild } from './new-build.ts'
import { serverNow, syncClock } from './server-clock.ts'
import { tabStorage } from './storage.ts'

export const KEY_HEADER = 'Idempotency-Key'

const TIMEOUT_MS = 10_000
const MAX_ANSWERS = 20

type Answer = { text: string; headers: { etag: string; 'content-type': string } }

// Stores text, because a request's timeout also ends copies of its response.
/** Newest answer by address, only in memory, because patients must not be stored on disk. */
const answers = new Map<string, Answer>()

const ENDED_KEY = 'session-ended'
/** Values of `data-session` on pages that a session opened. */
const SIGNED_IN = ['in', 'checking']

/** Returns and clears whether the previous page lost its session without a logout. */
export function takeSessionEnd() {
  const isEnded = tabStorage.getItem(ENDED_KEY) !== null
  tabStorage.removeItem(ENDED_KEY)
  return isEnded
}

export const api = hc<Api>('/api', { fetch: fetchWithTimeout })

async function fetchWithTimeout(input: RequestInfo | URL, init?: RequestInit) {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const send = (headers: Headers) => fetchAndCheck(input, { ...init, headers, signal })
  return init?.method === 'GET'
    ? sendWithEtag(String(input), init.headers, send)
    : send(toWriteHeaders(init?.headers))
}

export async function sendWithEtag(
  url: string,
  headers: HeadersInit | undefined,
  send: (headers: Headers) => Promise<Response>,
) {
  const request = new Headers(headers)
  const previous = answers.get(url)
  if (previous) request.set('if-none-match', previous.headers.etag)
  const response = await send(request)
  if (response.status === 304 && previous) return toResponse(previous)
  const etag = response.headers.get('etag')
  if (response.status !== 200 || etag === null) return response
  const type = response.headers.get('content-type') ?? ''
  const answer = { text: await response.text(), headers: { etag, 'content-type': type } }
  if (answers.size >= MAX_ANSWERS) answers.clear()
  answers.set(url, answer)
  return toResponse(answer)
}

const toResponse = ({ text, headers }: Answer) => new Response(text, { headers })

/** Reads the headers that a repeated answer does not keep, such as the date and the build. */
async function fetchAndCheck(input: RequestInfo | URL, init: RequestInit) {
  const response = await fetch(input, init)
  syncClock(response.headers.get('date'))
  if (init.method === 'GET') checkBuild(response.headers)
  checkSessionEnd(response)
  return response
}

/** Ignores a 401 on pages without a session, because a sign-in or a proxy may send it there. */
function checkSessionEnd({ status }: Response) {
  if (status !== 401 || !SIGNED_IN.includes(document.body.dataset.session ?? '')) return
  tabStorage.setItem(ENDED_KEY, '')
  location.reload()
}

/** The key prevents a second write. The deadline prevents a write after this page gives up. */
function toWriteHeaders(init: HeadersInit | undefined) {
  const headers = new Headers(init)
  headers.set(WITH_CHANGE_HEADER, '1')
  if (!headers.has(DEADLINE_HEADER)) headers.set(DEADLINE_HEADER, createDeadline())
  if (!headers.has(KEY_HEADER)) headers.set(KEY_HEADER, createIdempotencyKey())
  return headers
}

export function createDeadline() {
  return new Date(Date.parse(serverNow()) + TIMEOUT_MS).toISOString()
}

/** `status` 0 means that no response came. `sentence` is the server's message for the user. */
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

export function getClientErrorMessage(cause: unknown) {
  const isClientError = cause instanceof ApiError && cause.status >= 400 && cause.status < 500
  return isClientError ? cause.sentence : null
}

export function getErrorMessage(cause: unknown, fallback: string) {
  if (!(cause instanceof ApiError)) return fallback
  return cause.status === 0 ? 'The server cannot be reached.' : (cause.sentence ?? fallback)
}

export const unwrap = (async (request: Response | Promise<Response>) => {
  const { isOk, status, body, hasChange } = await read(request)
  if (!isOk) throw new ApiError(status, body)
  if (!hasChange) return body
  const answered = body as Answered
  await receiveAnswer(answered)
  return answered.answer
}) as typeof parseResponse

export function toPath({ id }: { id: number }) {
  return { param: { id: String(id) } }
}

async function read(request: Response | Promise<Response>) {
  try {
    const response = await request
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
    const body: unknown = await (isJson ? response.json() : response.text())
    const hasChange = response.headers.has(WITH_CHANGE_HEADER)
    return { isOk: response.ok, status: response.status, body, hasChange }
  } catch (cause) {
    // The page may refuse a write before it sends anything.
    throw cause instanceof DomainError ? cause : new ApiError(0, 'no connection')
  }
}

export function createIdempotencyKey() {
  // randomUUID is missing on plain http to a LAN address.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
