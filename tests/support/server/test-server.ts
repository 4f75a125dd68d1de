import { io } from 'socket.io-client'
import { SOCKET_PATH } from '#domain/events'
import type { Assets } from '../../../server/http/assets.ts'
import { type RealtimeOptions, serve } from '../../../server/serve.ts'
import type { Certificate } from '../../../server/tls/certificate.ts'
import { createActor } from '../actors/actor.ts'
import { WAIT_LIMIT_MS } from '../time-limit.ts'
import { perTest } from './per-test.ts'
import { readCookies } from './test-app.ts'
import { ADMIN, createTestClinic, NURSE } from './test-clinic.ts'

type Options = {
  assets?: Assets
  live?: RealtimeOptions
  tls?: Certificate
  timeZone?: string | undefined
  weatherUrl?: string
}

export async function startTestServer({ assets, live, tls, ...options }: Options = {}) {
  const test = await createTestClinic(options)
  const serving = serve(test.clinic, { port: 0, hostname: '127.0.0.1', tls, assets, live })
  let stopped: Promise<void> | null = null
  const stop = () => (stopped ??= serving.stop())
  return {
    ...test,
    serving,
    stop,
    url: serving.url,
    admin: () => signIn(serving.url, ADMIN),
    nurse: () => signIn(serving.url, NURSE),
    async close() {
      await stop()
      await test.close()
    },
  }
}

/** One for each test of the file. */
export const withTestServer = () => perTest(startTestServer)

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

/** A signed-in client of a real server; `tls` names the certificates it trusts. */
export async function signIn(
  url: string,
  { username, password }: typeof ADMIN,
  tls?: BunFetchRequestInitTLS,
) {
  const loginResponse = await fetch(`${url}/api/auth/login`, {
    tls,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const setCookies = loginResponse.headers.getSetCookie()
  return { ...asClient(url, readCookies(loginResponse), tls), setCookies }
}

/** A client with the cookie of somebody who has signed in. */
export function asClient(url: string, cookie: string, tls?: BunFetchRequestInitTLS) {
  async function send(method: string, path: string, json?: unknown) {
    const headers = { cookie, 'content-type': 'application/json' }
    const response = await fetch(url + path, { tls, method, headers, body: JSON.stringify(json) })
    return { status: response.status, body: await response.json() }
  }

  return { cookie, send, ...createActor(send) }
}

/** A socket.io client; `received` collects its events in order. */
export function connectSocket(
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
  const received: [string, unknown][] = []
  socket.onAny((event, payload) => received.push([event, payload]))
  return { socket, received }
}

/** Polls until the condition holds; fails with the description if that never happens. */
export async function until(description: string, condition: () => unknown) {
  const deadline = Date.now() + WAIT_LIMIT_MS
  while (Date.now() < deadline) {
    if (await condition()) return
    await Bun.sleep(5)
  }
  throw new Error(`timed out waiting until ${description}`)
}
