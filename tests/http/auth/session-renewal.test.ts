import { afterEach, beforeEach, expect, test } from 'bun:test'
import { SIGNED_OUT, SIGNED_OUT_COOKIE } from '#domain/auth/signed-out'
import { toggleUser } from '../../../server/actions/users.ts'
import { SESSION_RENEWAL_MS, SESSION_TTL_MS } from '../../../server/security/session.ts'
import {
  type Client,
  createClient,
  createTestApp,
  readCookies,
  type TestApp,
} from '../../support/server/test-app.ts'
import { ADMIN, NURSE } from '../../support/server/test-clinic.ts'

let ctx: TestApp
let nurse: Client

beforeEach(async () => {
  ctx = await createTestApp()
  nurse = await ctx.nurse()
  ctx.clock.advance(SESSION_RENEWAL_MS)
})
afterEach(() => ctx.close())

const inMs = (ms: number) => {
  const until = Date.parse(ctx.clock.now()) + ms
  return { 'x-deadline': new Date(until).toISOString() }
}
const register = (headers: Record<string, string>) =>
  nurse('/api/patients', { method: 'POST', json: { name: 'ali' }, headers })

test('a write whose deadline passes after the renewal of its session is not carried out', async () => {
  const { write } = ctx.clinic
  ctx.clinic.write = async work => {
    const result = await write(work)
    ctx.clock.advance(2_000)
    return result
  }
  const late = await register(inMs(1_000))
  expect([late.status, late.headers.getSetCookie().length]).toEqual([408, 1])
  expect((await nurse('/api/patients')).body).toEqual([])
})

test('a session stays renewed when the answer with its new cookie is lost', async () => {
  const almost = SESSION_TTL_MS.staff - SESSION_RENEWAL_MS - 1_000
  for (let time = 0; time < 3; time++) {
    ctx.clock.advance(almost)
    expect((await nurse('/api/patients')).status).toBe(200)
  }
  ctx.clock.advance(SESSION_TTL_MS.staff)
  expect((await nurse('/api/patients')).status).toBe(401)
})

test('a user who is deactivated before the renewal of their session is signed out', async () => {
  const { write } = ctx.clinic
  ctx.clinic.write = async work => {
    ctx.clinic.write = write
    await toggleUser(ctx.clinic, NURSE.id, ADMIN)
    return write(work)
  }
  const response = await nurse('/api/patients')
  expect([response.status, response.headers.getSetCookie()]).toEqual([401, []])
})

test('a session that its browser has left is ended by a late request, too', async () => {
  const login = await ctx.app.request('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(NURSE),
  })
  const cookie = readCookies(login)
  const left = createClient(ctx.app, `${cookie}; ${SIGNED_OUT_COOKIE}=${SIGNED_OUT}`)
  const late = await left('/api/patients', {
    method: 'POST',
    json: { name: 'ali' },
    headers: inMs(-1),
  })
  expect(late.status).toBe(401)
  expect((await createClient(ctx.app, cookie)('/api/patients')).status).toBe(401)
})
