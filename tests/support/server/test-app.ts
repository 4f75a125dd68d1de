import { beforeEach } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createApp, type HttpApp } from '../../../server/app.ts'
import { getCookieName } from '../../../server/http/cookies.ts'
import { createEventStreams } from '../../../server/realtime/sse.ts'
import { createActor } from '../actors/actor.ts'
import { ROOT } from '../test-files.ts'
import { perTest } from './per-test.ts'
import { ADMIN, createTestClinic, NURSE, type TestClinic } from './test-clinic.ts'

if (!existsSync(join(ROOT, 'dist')))
  console.warn('The screens are not built, so tests of pages fail. Run: bun run build')

type Options = {
  method?: string
  json?: unknown
  body?: string | FormData | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  from?: string
}

/** The HTTP app without a network: requests go straight into it. */
export async function createTestApp(options?: Parameters<typeof createTestClinic>[0]) {
  const test = await createTestClinic(options)
  const events = createEventStreams(test.clinic.channel)
  const app = createApp(test.clinic, { events })

  return {
    ...test,
    app,
    signedOut: createClient(app),
    admin: () => createSignedInClient(app, ADMIN),
    nurse: () => createSignedInClient(app, NURSE),
    async close() {
      events.close()
      await test.close()
    },
  }
}

/** One for each test of the file. */
export const withTestApp = () => perTest(createTestApp)

export type TestApp = Awaited<ReturnType<typeof createTestApp>>
export type Client = ReturnType<typeof createClient>

export function createClient(app: HttpApp, cookie = '') {
  return toClient(async (path: string, options: Options = {}) => {
    const { method = 'GET', json, body, headers = {}, from } = options
    const allHeaders = new Headers(headers)
    if (json !== undefined) allHeaders.set('content-type', 'application/json')
    if (cookie) allHeaders.set('cookie', cookie)
    const init = { method, headers: allHeaders, body: JSON.stringify(json) ?? body }
    const server = { requestIP: () => from && { address: from } }
    const response = await app.request(path, init, from ? { server } : {})
    const type = response.headers.get('content-type') ?? ''
    const bytes = await readBody(response, type)
    const text = new TextDecoder().decode(bytes)
    const isJson = type.startsWith('application/json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
      bytes,
    }
  })
}

type Request<Answer> = (path: string, options?: Options) => Promise<Answer>

export function toClient<Answer extends { body: unknown }>(request: Request<Answer>) {
  const send = (method: string, path: string, json?: unknown, rest?: Omit<Options, 'json'>) =>
    request(path, { ...rest, method, json })
  return Object.assign(request, createActor(send))
}

/** Signed in anew for each test of the file. */
export function clientPerTest(signIn: () => Promise<Client>): Client {
  let client: Client
  beforeEach(async () => {
    client = await signIn()
  })
  return toClient((path, options) => client(path, options))
}

/** Empty for an event stream, which has no end to wait for. */
async function readBody(response: Response, type: string) {
  if (!type.startsWith('text/event-stream')) return new Uint8Array(await response.arrayBuffer())
  await response.body?.cancel()
  return new Uint8Array()
}

export async function createSignedInClient(
  app: HttpApp,
  user: { username: string; password: string },
) {
  const { username, password } = user
  const response = await app.request('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  if (!response.ok) throw new Error(`${username} could not sign in: ${response.status}`)
  return createClient(app, readCookies(response))
}

/** A cookie as this program names it, over http unless told otherwise. */
export function formatCookie(
  { clinic }: TestClinic,
  name: string,
  value: string,
  isSecure = false,
) {
  return `${getCookieName(clinic.config, name, isSecure)}=${value}`
}

export function readCookies(response: { headers: Headers }) {
  return response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .filter(cookie => !cookie?.endsWith('='))
    .join('; ')
}
