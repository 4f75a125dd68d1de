import type { Role } from './roles.ts'

const TIMEOUT_MS = 10_000
/** Streams, long polls and websockets are left after this. */
const LEAVE_AFTER_MS = 150

/** A request of the run. Bytes that are no HTTP are left to the tests of `tests/realtime`. */
export type FuzzRequest = {
  role: Role
  route: string
  method: string
  path: string
  headers: Headers
  body: string | Uint8Array<ArrayBuffer> | null
  /** `anything`: the program may answer, stream, close or wait for more. */
  expected: 'answer' | 'anything'
  messages?: string[]
}

export type Answer = { status: number; headers: Headers; text: string }
export type Outcome = Answer | 'closed' | 'timeout'

export async function exchange(url: string, request: FuzzRequest): Promise<Outcome> {
  const { method, path, headers, body, expected, messages } = request
  if (messages) return sendMessages(url + path, headers, messages)
  const signal = AbortSignal.timeout(expected === 'answer' ? TIMEOUT_MS : LEAVE_AFTER_MS)
  const sent = body === null || ['GET', 'HEAD'].includes(method) ? {} : { body }
  let answer: Answer | null = null
  try {
    const response = await fetch(url + path, {
      method,
      headers,
      signal,
      ...sent,
      redirect: 'manual',
      // Connections that stay would be counted as open files of the program.
      keepalive: false,
    })
    answer = { status: response.status, headers: response.headers, text: '' }
    answer.text = await response.text()
    return answer
  } catch {
    if (expected === 'anything' && answer) return answer
    return signal.aborted ? 'timeout' : 'closed'
  }
}

async function sendMessages(url: string, headers: Headers, messages: string[]) {
  // Bun's WebSocket takes headers, which the types of the DOM do not know.
  const socket = new WebSocket(url.replace('http', 'ws'), { headers } as never)
  socket.onopen = () => {
    for (const message of messages) socket.send(message)
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.onclose = () => resolve()
  const timer = setTimeout(resolve, LEAVE_AFTER_MS)
  await promise
  clearTimeout(timer)
  socket.close()
  return 'closed' as const
}

export function formatRequest({ body, headers, ...request }: FuzzRequest) {
  const sent =
    typeof body === 'string' || body === null ? body : Buffer.from(body).toString('latin1')
  return JSON.stringify({ ...request, headers: Object.fromEntries(headers), body: sent })
}
