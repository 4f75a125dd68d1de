import { WAIT_LIMIT_MS } from '../../support/time-limit.ts'
import type { Role } from './roles.ts'

/** Streams, long polls and websockets are left after this. */
const LEAVE_AFTER_MS = 150
/** A range that a file does not have, and a head that Bun refuses before the program sees it. */
const WITHOUT_SENTENCE = [416, 431]

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
  params?: Record<string, string>
}

/** With status 0 there was no whole response, and `text` says why. */
export type Answer = { status: number; headers: Headers; text: string }

export async function exchange(url: string, request: FuzzRequest): Promise<Answer> {
  const { method, path, headers, body, expected, messages } = request
  let answer = { status: 0, headers: new Headers(), text: '' }
  if (messages) {
    await sendMessages(url + path, headers, messages)
    return answer
  }
  const signal = AbortSignal.timeout(expected === 'answer' ? WAIT_LIMIT_MS : LEAVE_AFTER_MS)
  const sent = body === null || ['GET', 'HEAD'].includes(method) ? {} : { body }
  try {
    const response = await fetch(url + path, {
      ...{ method, headers, signal, ...sent, redirect: 'manual' },
      // Connections that stay would be counted as open files of the program.
      keepalive: false,
    })
    answer = { status: response.status, headers: response.headers, text: '' }
    answer.text = await response.text()
    return answer
  } catch {
    if (expected === 'anything') return answer
    const refusal = method === 'GET' ? await findRefusal(url + path, headers) : null
    if (refusal) return refusal
    const text = signal.aborted ? 'no response in time' : 'closed without a whole response'
    return { ...answer, status: 0, text }
  }
}

/** An export breaks off when the right to it has ended: the next request says so. */
async function findRefusal(address: string, headers: Headers): Promise<Answer | null> {
  const response = await fetch(address, { headers, redirect: 'manual' })
  const { status } = response
  const answer = { status, headers: response.headers, text: await response.text() }
  return [401, 403].includes(status) ? answer : null
}

async function sendMessages(url: string, headers: Headers, messages: string[]) {
  // Bun's WebSocket takes headers, which the types of the DOM do not know.
  const socket = new WebSocket(url.replace('http', 'ws'), { headers } as never)
  socket.onopen = () => {
    for (const message of messages) socket.send(message)
  }
  const closed = new Promise(resolve => socket.addEventListener('close', resolve))
  await Promise.race([closed, Bun.sleep(LEAVE_AFTER_MS)])
  socket.close()
}

export function findFault({ expected, method, path }: FuzzRequest, answer: Answer) {
  const { status, headers, text } = answer
  if (status >= 500) return `status ${status}: ${text.slice(0, 200)}`
  if (expected === 'anything') return null
  if (status === 0) return text
  const { pathname = '' } = URL.parse(`http://x${path}`) ?? {}
  const hasError = status >= 400 && !WITHOUT_SENTENCE.includes(status) && method !== 'HEAD'
  if (!hasError || !/^\/api(\/|$)/i.test(pathname)) return null
  const isJson = headers.get('content-type')?.startsWith('application/json')
  if (isJson && /"error":"([^"\\]|\\.)*\S \S/.test(text)) return null
  return `status ${status} without a sentence: ${text.slice(0, 200)}`
}
