import { afterAll, expect, test } from 'bun:test'
import { Hono } from 'hono'
import { createApp } from '../../../server/app.ts'
import { loadAssets } from '../../../server/http/assets.ts'
import { securityHeaders } from '../../../server/http/middleware/security-headers.ts'
import { createClient, createSignedInClient } from '../../support/server/test-app.ts'
import { ADMIN, createTestClinic } from '../../support/server/test-clinic.ts'

const ctx = await createTestClinic()
const app = createApp(ctx.clinic, { assets: loadAssets({ viteOrigin: 'http://vite' }) })
const clients = [createClient(app), await createSignedInClient(app, ADMIN)]
afterAll(() => ctx.close())

const PAGES = ['/', '/queue', '/tv', '/qr-auth', '/nothing', '/healthz', '/favicon.svg']

test.each([...PAGES, '/api/auth/me', '/api/patients', '/api/nothing'])(
  '%s cannot be framed or sniffed, and sends no referrer to other sites',
  async path => {
    for (const client of clients) {
      const { headers } = await client(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('camera=()')
    }
  },
)

async function policyFor(host: string) {
  const app = new Hono().use(securityHeaders({ isDev: false })).get('/', c => c.text(''))
  const response = await app.request('/', { headers: { host } })
  return response.headers.get('content-security-policy') ?? ''
}

test('a page loads scripts and styles from this server only, and runs no inline ones', async () => {
  const policy = await policyFor('clinic.example:3000')
  expect(policy).toContain("default-src 'none';")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("style-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|\*/)
  expect(policy).toContain("connect-src 'self' ws://clinic.example:3000 wss://clinic.example:3000;")
})

test.each(['x; script-src *', 'x y', "x' 'unsafe-inline'", 'x,evil.example'])(
  'the host %j adds nothing to the policy',
  async host => {
    expect(await policyFor(host)).toBe(await policyFor('localhost'))
  },
)
