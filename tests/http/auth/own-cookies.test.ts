import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createAuthenticator } from '../../../server/http/live.ts'
import { FREE_FAILURES } from '../../../server/security/login-throttle.ts'
import {
  createClient,
  createTestApp,
  formatCookie,
  readCookies,
  type TestApp,
} from '../../support/server/test-app.ts'
import { ADMIN, NURSE } from '../../support/server/test-clinic.ts'

const apps: TestApp[] = []
let ctx: TestApp

beforeEach(async () => {
  ctx = await open()
})
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

async function open() {
  const app = await createTestApp()
  apps.push(app)
  return app
}

/** One browser: its cookies go to every program on the host, whatever the port. */
function aBrowser(initial = '') {
  const jar = new Map(initial.split('; ').map(pair => pair.split(/=(.*)/s) as [string, string]))
  jar.delete('')
  async function send(
    { app }: TestApp,
    path: string,
    options: { json?: unknown; https?: boolean } = {},
  ) {
    const { json, https = false } = options
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers: Record<string, string> = https ? { 'x-forwarded-proto': 'https' } : {}
    const method = json === undefined ? 'GET' : 'POST'
    const response = await createClient(app, cookie)(path, { method, headers, json })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (line.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
  return {
    jar,
    send,
    isSignedIn: async (app: TestApp, https = false) =>
      (await send(app, '/api/auth/me', { https })).status === 200,
  }
}

async function signIn(user = NURSE, json = { username: user.username, password: user.password }) {
  const response = await ctx.signedOut.post('/api/auth/login', json)
  const own = readCookies(response)
  const get = (name: string) => own.split(`-${name}=`)[1]?.split(';')[0] ?? ''
  return { own, session: get('session'), device: get('device') }
}

async function aCopyInAnotherFolder() {
  const copy = await open()
  const { cookieSecret } = ctx.clinic.config
  Object.assign(copy.clinic.config, { cookieSecret, dataFolder: '/srv/copy' })
  return copy
}

test.each([
  ['another clinic', open],
  ['a copy of the same database in another folder', aCopyInAnotherFolder],
])('%s on the same host signs nobody out', async (_, openOther) => {
  const other = await openOther()
  const browser = aBrowser()
  for (const app of [ctx, other]) await browser.send(app, '/api/auth/login', { json: NURSE })
  expect([await browser.isSignedIn(ctx), await browser.isSignedIn(other)]).toEqual([true, true])
  await browser.send(other, '/api/auth/logout', { json: {} })
  expect([await browser.isSignedIn(ctx), await browser.isSignedIn(other)]).toEqual([true, false])
})

test.each([
  'session=s%3Aabc.def; signed_out=1; device=tablet',
  'session=eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiJ4In0.c2ln; session=again; session=',
  'signed_out=1; signed_out=0; sidebar_state=true; sidebar_state=%ZZ; csrf="a b"; =; ;;',
  '__Host-session=x; __Secure-session=y; clinic-abcdefgh-session=z; clinic-abcdefgh-signed_out=1',
  `a=${'x'.repeat(12_000)}; session=${'y'.repeat(4_000)}`,
])('cookies of others (%#) change nothing, and none is cleared', async foreign => {
  const { own } = await signIn()
  for (const cookie of [`${foreign}; ${own}`, `${own}; ${foreign}`]) {
    const response = await createClient(ctx.app, cookie)('/api/patients')
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []])
    const live = await createAuthenticator(ctx.clinic)({ cookie, tvToken: undefined })
    expect(live?.name).toBe('nurse')
    const out = await createClient(ctx.app, foreign)('/api/auth/me')
    expect([out.status, out.headers.getSetCookie()]).toEqual([401, []])
  }
  const again = await createClient(ctx.app, foreign).post('/api/auth/login', NURSE)
  const names = again.headers.getSetCookie().map(line => `${line.split('=')[0]}=`)
  expect(names).toEqual(['device', 'session'].map(name => formatCookie(ctx, name, '')))
})

test('cookies of others are no attempt to sign in, and no known browser', async () => {
  for (let n = 0; n < FREE_FAILURES + 1; n++) {
    await createClient(ctx.app, `session=foreign-${n}; device=foreign-${n}`)('/api/auth/me')
  }
  expect((await signIn()).session).not.toBe('')
})

test('a cookie that is sent twice, for two paths, is found where it is valid', async () => {
  const { session } = await signIn()
  const [planted, valid] = ['x.y.z', session].map(value => formatCookie(ctx, 'session', value))
  for (const cookie of [`${planted}; ${valid}`, `${valid}; ${planted}`]) {
    expect((await createClient(ctx.app, cookie)('/api/auth/me')).status).toBe(200)
  }
})

test('signing out ends the session under every name', async () => {
  const [first, second] = [await signIn(), await signIn(ADMIN)]
  const overHttps = formatCookie(ctx, 'session', first.session, true)
  const browser = aBrowser(`${overHttps}; ${second.own}`)
  await browser.send(ctx, '/api/auth/logout', { json: {} })
  expect(await browser.isSignedIn(ctx)).toBe(false)
  for (const { session } of [first, second]) {
    const cookie = formatCookie(ctx, 'session', session)
    expect((await createClient(ctx.app, cookie)('/api/auth/me')).status).toBe(401)
  }
})

test('over https a cookie is bound to it, and one of http moves there', async () => {
  const browser = aBrowser((await signIn()).own)
  expect(await browser.isSignedIn(ctx, true)).toBe(true)
  const names = [...browser.jar.keys()]
  expect(names.filter(name => name.endsWith('-session'))).toEqual([
    formatCookie(ctx, 'session', '', true).slice(0, -1),
  ])
  // A proxy that says so for some requests only does not move it back.
  const response = await browser.send(ctx, '/api/auth/me')
  expect([response.status, response.headers.getSetCookie()]).toEqual([200, []])
})
