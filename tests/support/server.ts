import { io } from 'socket.io-client'
import { SOCKET_PATH } from '#domain/events'
import type { Assets } from '../../server/http/assets.ts'
import { type RealtimeOptions, serve } from '../../server/serve.ts'
import type { Certificate } from '../../server/tls/certificate.ts'
import { ADMIN, createTestClinic, NURSE } from './clinic.ts'
import { cookieOf } from './doors.ts'

type Wish = { assets?: Assets; live?: RealtimeOptions; tls?: Certificate }

/** A real server on a port of its own, on a database of its own. */
export async function aServer({ assets, live, tls }: Wish = {}) {
  const test = await createTestClinic()
  const serving = serve(test.clinic, {
    port: 0,
    hostname: '127.0.0.1',
    tls,
    ...(assets ? { assets } : {}),
    ...(live ? { live } : {}),
  })
  return {
    ...test,
    serving,
    url: serving.url,
    admin: () => signIn(serving.url, ADMIN),
    nurse: () => signIn(serving.url, NURSE),
    async close() {
      await serving.stop()
      await test.close()
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof aServer>>

/** Someone with a cookie who talks to a real server, over https with the certificates that he trusts. */
export async function signIn(
  url: string,
  { username, password }: typeof ADMIN,
  tls?: BunFetchRequestInitTLS,
) {
  const trusted = tls ? { tls } : {}
  const answer = await fetch(`${url}/api/auth/login`, {
    ...trusted,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const cookie = cookieOf(answer)

  async function send(method: string, path: string, json?: unknown) {
    const body = json === undefined ? {} : { body: JSON.stringify(json) }
    const headers = { cookie, 'content-type': 'application/json' }
    const sent = await fetch(url + path, { ...trusted, method, headers, ...body })
    return { status: sent.status, body: await sent.json() }
  }

  return {
    cookie,
    setCookies: answer.headers.getSetCookie(),
    send,
    register: async (name: string) => (await send('POST', '/api/patients', { name })).body,
    call: (id: number, windowId: number) =>
      send('PATCH', `/api/patients/${id}/status`, { status: 'called', windowId }),
  }
}

/** A real socket.io client; `heard` collects what it was told, in order. */
export function aListener(
  url: string,
  options: Parameters<typeof io>[1] & { cookie?: string } = {},
) {
  const { cookie = '', ...rest } = options
  const socket = io(url, {
    path: SOCKET_PATH,
    extraHeaders: cookie ? { cookie } : {},
    forceNew: true,
    reconnection: false,
    ...rest,
  })
  const heard: [string, unknown][] = []
  socket.onAny((event, payload) => heard.push([event, payload]))
  return { socket, heard }
}

/** Waits for what a test needs, never for a time: fails with `what` when it does not come about. */
export async function until(what: string, isSo: () => unknown, withinMs = 5_000) {
  const end = Date.now() + withinMs
  while (Date.now() < end) {
    if (await isSo()) return
    await Bun.sleep(5)
  }
  throw new Error(`it never came about that ${what}`)
}
