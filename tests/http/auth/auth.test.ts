import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { holdWrites } from '../../support/server/hold-writes.ts'
import {
  createClient,
  createTestApp,
  readCookies,
  type TestApp,
} from '../../support/server/test-app.ts'
import { ADMIN, NURSE } from '../../support/server/test-clinic.ts'
import { until } from '../../support/server/test-server.ts'

const HOUR = 60 * 60_000
let ctx: TestApp

beforeEach(async () => {
  ctx = await createTestApp()
})
afterEach(() => ctx.close())

const login =
  (who = ctx.signedOut) =>
  (username: string, password: string) =>
    who('/api/auth/login', { method: 'POST', json: { username, password } })

test('the right password signs in, and the cookie identifies the user', async () => {
  const response = await login()('NURSE', NURSE.password)
  const user = { id: 2, username: 'nurse', role: 'user', clinicName: 'MAIN CLINIC 24 HOURS' }
  expect(response.status).toBe(200)
  expect(response.body).toEqual({ success: true, user })
  const cookie = response.headers.getSetCookie().join()
  expect(cookie).toContain('HttpOnly')
  expect(cookie).toContain('SameSite=Lax')
  expect(cookie).not.toContain('Secure')

  const me = await createClient(ctx.app, readCookies(response))('/api/auth/me')
  expect(me.body).toEqual({ user })
})

test('a response sets each cookie only once', async () => {
  const first = await login()('nurse', NURSE.password)
  const again = await login(createClient(ctx.app, readCookies(first)))('nurse', NURSE.password)
  for (const response of [first, again]) {
    const names = response.headers.getSetCookie().map(line => line.replace(/=.*/, ''))
    expect(names).toEqual(['device', 'session'])
  }
  expect((await createClient(ctx.app, readCookies(first))('/api/auth/me')).status).toBe(401)
})

test('an unknown user and a wrong password get the same response', async () => {
  const wrong = await login()('nurse', 'wrong')
  const unknown = await login()('nobody', 'wrong')
  expect([wrong.status, wrong.body]).toEqual([401, { error: 'Invalid username or password' }])
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
})

test.each([
  [{ username: '', password: 'x' }, 'username', 'Username is required'],
  [{ username: ' ', password: 'x' }, 'username', 'Username is required'],
  [{ username: 'x' }, 'password', 'Password is required'],
  [{ username: 5, password: 'x' }, 'username', 'Username is required'],
])('%j is rejected with the field and its message', async (json, field, error) => {
  const response = await ctx.signedOut('/api/auth/login', { method: 'POST', json })
  expect([response.status, response.body]).toEqual([400, { error, field }])
})

test('an inactive account is reported only after the right password', async () => {
  await ctx.database.write(tx => tx.run(sql`update users set is_active = 0 where id = 2`))
  expect((await login()('nurse', 'wrong')).status).toBe(401)
  const response = await login()('nurse', NURSE.password)
  expect([response.status, response.body]).toEqual([403, { error: 'This account is not active' }])
})

test('sign-ins are throttled after five failures, also with the right password', async () => {
  for (let guess = 0; guess < 5; guess++) {
    expect((await login()('nurse', 'guess')).status).toBe(401)
  }
  const sixth = await login()('nurse', NURSE.password)
  expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, '1'])
  ctx.clock.advance(1_000)
  expect((await login()('nurse', NURSE.password)).status).toBe(200)
})

test('ten guesses at once are throttled, too', async () => {
  const responses = await Promise.all(Array.from({ length: 10 }, () => login()('nurse', 'guess')))
  const statuses = responses.map(response => response.status).sort()
  // One is being checked, three wait, the others are refused.
  expect(statuses).toEqual([401, 401, 401, 401, 429, 429, 429, 429, 429, 429])
})

test('signing out ends the session for every window of that browser', async () => {
  const nurse = await ctx.nurse()
  const response = await nurse('/api/auth/logout', { method: 'POST' })
  expect([response.status, response.body]).toEqual([200, { success: true }])
  expect((await nurse('/api/auth/me')).status).toBe(401)
  expect((await nurse('/api/auth/logout', { method: 'POST' })).status).toBe(200)
})

test('a session lasts twelve hours, and is renewed while it is used', async () => {
  const nurse = await ctx.nurse()
  ctx.clock.advance(11 * HOUR)
  const used = await nurse('/api/auth/me')
  expect(used.status).toBe(200)
  const renewed = createClient(ctx.app, readCookies(used))
  ctx.clock.advance(11 * HOUR)
  expect((await renewed('/api/auth/me')).status).toBe(200)
  ctx.clock.advance(12 * HOUR + 1)
  expect((await renewed('/api/auth/me')).status).toBe(401)
})

test('a forged cookie gives no access', async () => {
  const header = btoa('{"alg":"none","typ":"JWT"}').replaceAll('=', '')
  const payload = btoa('{"sid":"1","exp":9999999999}').replaceAll('=', '')
  for (const token of ['', 'x', `${header}.${payload}.`]) {
    expect((await createClient(ctx.app, `session=${token}`)('/api/auth/me')).status).toBe(401)
  }
})

test('a new password ends the other sessions, and only the new one signs in', async () => {
  const [here, elsewhere] = [await ctx.nurse(), await ctx.nurse()]
  const change = (currentPassword: string, newPassword: string) =>
    here('/api/auth/change-password', { method: 'POST', json: { currentPassword, newPassword } })

  const wrong = await change('wrong', 'longer than six')
  expect([wrong.status, wrong.body.field]).toEqual([400, 'currentPassword'])
  const short = await change(NURSE.password, '12345')
  expect([short.status, short.body]).toEqual([
    400,
    { error: 'Password must be at least 6 characters', field: 'newPassword' },
  ])

  expect((await change(NURSE.password, 'longer than six')).body).toEqual({ success: true })
  expect((await here('/api/auth/me')).status).toBe(200)
  expect((await elsewhere('/api/auth/me')).status).toBe(401)
  expect((await login()('nurse', NURSE.password)).status).toBe(401)
  expect((await login()('nurse', 'longer than six')).status).toBe(200)
})

test('a sign-in with the old password fails when the password changes at the same moment', async () => {
  const nurse = await ctx.nurse()
  const json = { currentPassword: NURSE.password, newPassword: 'longer than six' }
  const gate = holdWrites(ctx.clinic)
  const changing = nurse('/api/auth/change-password', { method: 'POST', json })
  await until('the change is about to be saved', () => gate.waiting() === 1)
  const signingIn = login()('nurse', NURSE.password)
  await until('the old password has been verified', () => gate.waiting() === 2)
  gate.open()
  expect((await changing).status).toBe(200)
  expect((await signingIn).status).toBe(401)
})

test('usernames ignore case in other alphabets, too', async () => {
  const admin = await ctx.admin()
  const json = { username: 'Élise', password: 'secret1' }
  expect((await admin('/api/users', { method: 'POST', json })).status).toBe(201)
  expect((await login()('éLISE', 'secret1')).status).toBe(200)
  const again = { ...json, username: 'ÉLISE' }
  expect((await admin('/api/users', { method: 'POST', json: again })).status).toBe(409)
})

test('a browser that wanted to sign out is signed out, although that request was lost', async () => {
  const cookie = readCookies(await login()('admin', ADMIN.password))
  const client = createClient(ctx.app, `${cookie}; signed_out=1`)
  const response = await client('/api/patients')
  expect(response.status).toBe(401)
  const cleared = response.headers.getSetCookie().map(line => line.split(';')[0])
  expect(cleared.toSorted()).toEqual(['session=', 'signed_out='])
  // The session itself has ended.
  expect((await createClient(ctx.app, cookie)('/api/patients')).status).toBe(401)

  const again = await client('/api/auth/login', {
    method: 'POST',
    json: { username: 'admin', password: ADMIN.password },
  })
  expect(again.status).toBe(200)
  expect(again.headers.getSetCookie().some(line => line.startsWith('signed_out=;'))).toBe(true)
})
