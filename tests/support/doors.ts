import { createApp, type HttpApp } from '../../server/app.ts'
import { createEventStreams } from '../../server/realtime/sse.ts'
import { ADMIN, createTestClinic, NURSE } from './clinic.ts'

type Options = {
  method?: string
  json?: unknown
  body?: string | FormData
  headers?: Record<string, string>
  /** The address from which he comes. */
  from?: string
}

/** A clinic's doors without a network: requests go straight into the application. */
export async function someDoors(options?: Parameters<typeof createTestClinic>[0]) {
  const test = await createTestClinic(options)
  const events = createEventStreams(test.clinic.live)
  const app = createApp(test.clinic, { events })

  return {
    ...test,
    app,
    visitor: visitor(app),
    admin: () => signedIn(app, ADMIN),
    nurse: () => signedIn(app, NURSE),
    async close() {
      events.close()
      await test.close()
    },
  }
}

export type Doors = Awaited<ReturnType<typeof someDoors>>
export type Visitor = ReturnType<typeof visitor>

/** Someone at the door, with the cookie that he may have. */
export function visitor(app: HttpApp, cookie = '') {
  return async (path: string, { method = 'GET', json, body, headers = {}, from }: Options = {}) => {
    const sent = json === undefined ? body : JSON.stringify(json)
    const all = new Headers(headers)
    if (json !== undefined) all.set('content-type', 'application/json')
    if (cookie) all.set('cookie', cookie)
    const init =
      sent === undefined ? { method, headers: all } : { method, headers: all, body: sent }
    const server = { requestIP: () => from && { address: from } }
    const answer = await app.request(path, init, from ? { server } : {})
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    return {
      status: answer.status,
      headers: answer.headers,
      body: isJson ? JSON.parse(text) : text,
      bytes,
    }
  }
}

export async function signedIn(app: HttpApp, who: { username: string; password: string }) {
  const { username, password } = who
  const answer = await app.request('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  if (!answer.ok) throw new Error(`${username} could not sign in: ${answer.status}`)
  return visitor(app, cookieOf(answer))
}

export function cookieOf(answer: { headers: Headers }) {
  return answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .filter(cookie => !cookie?.endsWith('='))
    .join('; ')
}
