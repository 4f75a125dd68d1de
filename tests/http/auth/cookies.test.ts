import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { SESSION_RENEWAL_MS } from '../../../server/security/session.ts'
import {
  createClient,
  formatCookie,
  readCookies,
  withTestApp,
} from '../../support/server/test-app.ts'
import { ADMIN, NURSE } from '../../support/server/test-clinic.ts'

const ROOT = join(import.meta.dirname, '../../..')
const ctx = withTestApp()

/** A client that stores its cookies, and every set-cookie line it got. */
function aBrowser(headers: Record<string, string>, setCookies: string[]) {
  const jar = new Map<string, string>()
  return async (path: string, json: unknown = {}, method = 'POST') => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = method === 'GET' ? {} : { json }
    const response = await createClient(ctx.app, cookie)(path, { method, headers, ...sent })
    for (const line of response.headers.getSetCookie()) {
      setCookies.push(line)
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return response
  }
}

/** Every flow that sets or clears a cookie. */
async function everyCookie(headers: Record<string, string>) {
  const lines: string[] = []
  const browser = () => aBrowser(headers, lines)
  const desk = browser()
  await desk('/api/auth/login', NURSE)
  ctx.clock.advance(SESSION_RENEWAL_MS)
  await desk('/api/auth/me', undefined, 'GET')
  await desk('/api/auth/logout')

  for (const verb of ['finalize', 'claim']) {
    const [tv, phone] = [browser(), browser()]
    const { qrId } = (await tv('/api/qr/init')).body
    const { code } = (await phone(`/api/qr/${qrId}/authorize`, NURSE)).body
    if (verb === 'finalize') await tv(`/api/qr/${qrId}/finalize`, { tvVerifier: code })
    else {
      const sent = ctx.published.findLast(({ event }) => event === 'qr:authorization_complete')
      const tvVerifier = sent && 'code' in sent.payload ? sent.payload.code : ''
      await phone(`/api/qr/${qrId}/finalize`, { tvVerifier })
      await tv(`/api/qr/${qrId}/claim`)
    }
    expect((await tv('/api/auth/me', undefined, 'GET')).status).toBe(200)
  }
  return lines
}

test.each<[string, boolean, Record<string, string>]>([
  ['over http', false, {}],
  ['over https', true, { 'x-forwarded-proto': 'https' }],
  ['over https, through two proxies', true, { 'x-forwarded-proto': 'HTTPS, http' }],
  ['over https, as RFC 7239 has it', true, { forwarded: 'for=10.0.0.9;Proto="https"' }],
  ['over http behind https', false, { 'x-forwarded-proto': 'http,https' }],
])(
  '%s every cookie is HttpOnly, SameSite and for this host, Secure: %p',
  async (_, isSecure, headers) => {
    const lines = await everyCookie(headers)
    const names = new Set(lines.map(line => line.replace(/=.*|-[a-z2-7]{32}.*/g, '')))
    const own = ['device', 'qr-phone', 'qr-tv', 'session', 'signed_out'].map(name =>
      formatCookie(ctx, name, '', isSecure).slice(0, -1),
    )
    expect([...names].toSorted()).toEqual(own)
    for (const line of lines) {
      expect(line).toContain('; HttpOnly')
      expect(line).toContain('; SameSite=Lax')
      expect(line).toMatch(/; Max-Age=\d+/)
      expect(line).toMatch(/; Path=\/(;|$)/)
      expect(line).not.toContain('Domain')
      expect(line.includes('; Secure')).toBe(isSecure)
    }
  },
)

test('cookies are created in one place only', async () => {
  const files = [...new Glob('{server,routes}/**/*.{ts,tsx}').scanSync(ROOT)]
  expect(files).toContain('server/http/cookies.ts')
  for (const file of files) {
    if (file === 'server/http/cookies.ts') continue
    const code = await Bun.file(join(ROOT, file)).text()
    const made = code.match(/\b(setCookie|deleteCookie|setSignedCookie)\b|['"]set-cookie['"]/gi)
    expect({ file, made }).toEqual({ file, made: null })
  }
})

const sessionIn = (response: { headers: Headers }) =>
  /session=([^;]+)/.exec(readCookies(response))?.[1]

test('signing in always creates a new session, whatever cookie the client sent', async () => {
  const signIn = (cookie: string, json = NURSE) =>
    createClient(ctx.app, cookie).post('/api/auth/login', json)
  const known = sessionIn(await signIn('', ADMIN)) ?? ''
  for (const planted of [known, 'chosen-by-somebody', 'a.b.c']) {
    const given = sessionIn(await signIn(formatCookie(ctx, 'session', planted))) ?? ''
    expect(given).not.toBe('')
    expect(given).not.toBe(planted)
    // The planted session no longer exists.
    expect(
      (await createClient(ctx.app, formatCookie(ctx, 'session', planted))('/api/auth/me')).status,
    ).toBe(401)
    const me = await createClient(ctx.app, formatCookie(ctx, 'session', given))('/api/auth/me')
    expect(me.body.user.username).toBe('nurse')
  }
})

test('a session token is sent in cookies only', async () => {
  const response = await ctx.signedOut.post('/api/auth/login', NURSE)
  const token = sessionIn(response) ?? ''
  expect(JSON.stringify(response.body)).not.toContain(token)
  const headers = { authorization: `Bearer ${token}` }
  for (const query of [`?session=${token}`, `?token=${token}`]) {
    expect((await ctx.signedOut(`/api/auth/me${query}`, { headers })).status).toBe(401)
  }
})
