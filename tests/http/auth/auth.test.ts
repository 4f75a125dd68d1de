import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { holdWrites } from '../../support/server/hold-writes.ts'
import {
  type Client,
  clientPerTest,
  createClient,
  formatCookie,
  readCookies,
  withTestApp,
} from '../../support/server/test-app.ts'
import { ADMIN, NURSE } from '../../support/server/test-clinic.ts'
import { until } from '../../support/server/test-server.ts'

const HOUR = 60 * 60_000
const TEN_MINUTES = 10 * 60_000
const ctx = withTestApp()
const nurse = clientPerTest(() => ctx.nurse())

const login = (username: string, password: string, who = ctx.signedOut) =>
  who.post('/api/auth/login', { username, password })
const change = (currentPassword: string, newPassword: string) =>
  nurse.post('/api/auth/change-password', { currentPassword, newPassword })
const inMs = (ms: number) => ({
  'x-deadline': new Date(Date.parse(ctx.clock.now()) + ms).toISOString(),
})
const isSignedIn = async (client: Client) => (await client('/api/auth/me')).status === 200

test('the right password signs in, and the cookie identifies the user', async () => {
  const response = await login('NURSE', NURSE.password)
  const user = { id: 2, username: 'nurse', role: 'user', clinicName: 'MAIN CLINIC 24 HOURS' }
  expect(response.status).toBe(200)
  expect(response.body).toEqual({ success: true, user })
  const me = await createClient(ctx.app, readCookies(response))('/api/auth/me')
  expect(me.body).toEqual({ user })
})

test('a response sets each cookie only once', async () => {
  const first = await login('nurse', NURSE.password)
  const client = createClient(ctx.app, readCookies(first))
  const again = await login('nurse', NURSE.password, client)
  for (const response of [first, again]) {
    const names = response.headers.getSetCookie().map(line => line.replace(/=.*/, ''))
    expect(names).toEqual(
      ['device', 'session'].map(name => formatCookie(ctx, name, '').slice(0, -1)),
    )
  }
  expect(await isSignedIn(client)).toBe(false)
})

test('an unknown user and a wrong password get the same response', async () => {
  const wrong = await login('nurse', 'wrong')
  const unknown = await login('nobody', 'wrong')
  expect([wrong.status, wrong.body]).toEqual([401, { error: 'Invalid username or password' }])
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
})

test('an inactive account is reported only after the right password', async () => {
  await ctx.database.write(tx => tx.run(sql`update users set is_active = 0 where id = 2`))
  expect((await login('nurse', 'wrong')).status).toBe(401)
  const response = await login('nurse', NURSE.password)
  expect([response.status, response.body]).toEqual([403, { error: 'This account is not active' }])
})

test('signing out ends the session for every window of that browser', async () => {
  for (const isFirst of [true, false]) {
    expect(await isSignedIn(nurse)).toBe(isFirst)
    const response = await nurse.post('/api/auth/logout')
    expect([response.status, response.body]).toEqual([200, { success: true }])
  }
})

test('a session lasts twelve hours after its last use, although the new cookie is lost', async () => {
  for (let time = 0; time < 3; time++) {
    ctx.clock.advance(12 * HOUR - 1)
    expect(await isSignedIn(nurse)).toBe(true)
  }
  ctx.clock.advance(12 * HOUR)
  expect(await isSignedIn(nurse)).toBe(false)
})

test('a session in use is renewed every ten minutes', async () => {
  for (const [ms, cookies] of [
    [TEN_MINUTES - 1, 0],
    [1, 1],
    [TEN_MINUTES - 1, 0],
  ] as const) {
    ctx.clock.advance(ms)
    expect((await nurse('/api/auth/me')).headers.getSetCookie()).toHaveLength(cookies)
  }
})

test('a forged cookie gives no access', async () => {
  const header = btoa('{"alg":"none","typ":"JWT"}').replaceAll('=', '')
  const payload = btoa('{"sid":"1","exp":9999999999}').replaceAll('=', '')
  for (const token of ['', 'x', `${header}.${payload}.`]) {
    expect(await isSignedIn(createClient(ctx.app, formatCookie(ctx, 'session', token)))).toBe(false)
  }
})

test('a new password ends the other sessions, and only the new one signs in', async () => {
  const elsewhere = await ctx.nurse()
  const wrong = await change('wrong', 'longer than six')
  expect([wrong.status, wrong.body.field]).toEqual([400, 'currentPassword'])
  const short = { error: 'Password must be at least 6 characters', field: 'newPassword' }
  expect(await change(NURSE.password, '12345')).toMatchObject({ status: 400, body: short })

  expect((await change(NURSE.password, 'longer than six')).body).toEqual({ success: true })
  expect([await isSignedIn(nurse), await isSignedIn(elsewhere)]).toEqual([true, false])
  expect((await login('nurse', NURSE.password)).status).toBe(401)
  expect((await login('nurse', 'longer than six')).status).toBe(200)
})

test('a sign-in with the old password fails when the password changes at the same moment', async () => {
  const gate = holdWrites(ctx.clinic)
  const changing = change(NURSE.password, 'longer than six')
  await until('the change is about to be saved', () => gate.waiting() === 1)
  const signingIn = login('nurse', NURSE.password)
  await until('the old password has been verified', () => gate.waiting() === 2)
  gate.open()
  expect([(await changing).status, (await signingIn).status]).toEqual([200, 401])
})

test('a browser that wanted to sign out is signed out, although that request was lost', async () => {
  const cookie = readCookies(await login('admin', ADMIN.password))
  const client = createClient(ctx.app, `${cookie}; ${formatCookie(ctx, 'signed_out', '1')}`)
  // Also by a request that comes too late.
  const headers = inMs(-1)
  const response = await client.post('/api/patients', { name: 'ali' }, { headers })
  expect(response.status).toBe(401)
  const cleared = response.headers.getSetCookie().map(line => line.split(';')[0])
  const names = ['session', 'signed_out'].map(name => formatCookie(ctx, name, ''))
  expect(cleared.toSorted()).toEqual(names)
  // The session itself has ended.
  expect(await isSignedIn(createClient(ctx.app, cookie))).toBe(false)

  const again = await login('admin', ADMIN.password, client)
  expect(again.status).toBe(200)
  expect(
    again.headers
      .getSetCookie()
      .some(line => line.startsWith(`${formatCookie(ctx, 'signed_out', '')};`)),
  ).toBe(true)
})

test('a write whose deadline passes after the renewal of its session is not carried out', async () => {
  ctx.clock.advance(TEN_MINUTES)
  const { write } = ctx.clinic
  ctx.clinic.write = async work => {
    const result = await write(work)
    ctx.clock.advance(2_000)
    return result
  }
  const headers = inMs(1_000)
  const late = await nurse.post('/api/patients', { name: 'ali' }, { headers })
  expect([late.status, late.headers.getSetCookie().length]).toEqual([408, 1])
  expect((await nurse('/api/patients')).body).toEqual([])
})
