import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import {
  FREE_FAILURES,
  FREE_FAILURES_OVERALL,
  MAX_WAIT_MS,
} from '../../../server/security/login-throttle.ts'
import {
  createClient,
  formatCookie,
  readCookies,
  withTestApp,
} from '../../support/server/test-app.ts'
import { ADMIN, NURSE } from '../../support/server/test-clinic.ts'

const HERE = '10.0.0.5'
const STRANGER = '10.0.0.66'
const GUESS = { ...ADMIN, password: 'a guess' }

const ctx = withTestApp()

function signIn({ username, password } = ADMIN, { from = HERE, cookie = '' } = {}) {
  const json = { username, password }
  return createClient(ctx.app, cookie).post('/api/auth/login', json, { from })
}

const statusOf = async (...input: Parameters<typeof signIn>) => (await signIn(...input)).status

/** The device cookie of a browser where this user signed in before. */
async function aKnownBrowser(user = ADMIN) {
  const cookies = readCookies(await signIn(user)).split('; ')
  return cookies.find(cookie => cookie.startsWith(formatCookie(ctx, 'device', ''))) ?? ''
}

async function guess(times: number, client: Parameters<typeof signIn>[1], user = GUESS) {
  for (let n = 0; n < times; n++) expect(await statusOf(user, client)).toBe(401)
}

test('after five wrong passwords an address waits, with the right one too, and no other does', async () => {
  await guess(FREE_FAILURES, { from: STRANGER })
  const sixth = await signIn(ADMIN, { from: STRANGER })
  expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await statusOf()).toBe(200)
  ctx.clock.advance(1_000)
  expect(await statusOf(ADMIN, { from: STRANGER })).toBe(200)
})

test('behind one address, a browser where the user signed in before is not locked out', async () => {
  const cookie = await aKnownBrowser()
  await guess(FREE_FAILURES, {})
  expect([await statusOf(), await statusOf(ADMIN, { cookie })]).toEqual([429, 200])
})

test('guesses from many addresses are throttled together, for unknown browsers only', async () => {
  const cookie = await aKnownBrowser()
  for (let n = 0; n < FREE_FAILURES_OVERALL / FREE_FAILURES; n++) {
    await guess(FREE_FAILURES, { from: `10.0.1.${n}` })
  }
  // A new address has two tries of its own, so that an attack keeps nobody out for ever.
  await guess(2, {})
  expect([await statusOf(), await statusOf(ADMIN, { cookie })]).toEqual([429, 200])
  expect(await statusOf(ADMIN, { from: '10.0.2.1' })).toBe(200)
})

test('one address guessing many names is throttled', async () => {
  for (let n = 0; n < FREE_FAILURES_OVERALL / FREE_FAILURES; n++) {
    // With the nurse's hash, which is cheap: an unknown user is checked at the product's own cost.
    await ctx.database.write(tx =>
      tx.run(sql`insert into users (username, folded, password_hash, role, created_at)
        select ${`u${n}`}, ${`u${n}`}, password_hash, role, created_at from users where id = 2`),
    )
    await guess(FREE_FAILURES, { from: STRANGER }, { ...GUESS, username: `u${n}` })
  }
  expect(await statusOf({ ...GUESS, username: 'another' }, { from: STRANGER })).toBe(429)
  expect(await statusOf()).toBe(200)
})

test('a hundred guesses at once, of invented names, do not hold up a sign-in elsewhere', async () => {
  const guesses = Array.from({ length: 100 }, (_, n) =>
    statusOf({ ...GUESS, username: `nobody${n}` }, { from: STRANGER }),
  )
  expect(await statusOf()).toBe(200)
  const statuses = await Promise.all(guesses)
  expect(statuses.filter(status => status === 401).length).toBeLessThanOrEqual(5)
  expect(statuses.filter(status => status === 429).length).toBeGreaterThanOrEqual(95)
})

test('guesses in a known browser are throttled there, and nowhere else', async () => {
  const cookie = await aKnownBrowser()
  await guess(FREE_FAILURES, { cookie })
  expect(await statusOf(ADMIN, { cookie, from: STRANGER })).toBe(429)
  expect(await statusOf()).toBe(200)
})

test('a shared browser is known to everyone who signed in there, and to no other user', async () => {
  const nurses = readCookies(await signIn(NURSE))
  const both = readCookies(await signIn(ADMIN, { cookie: nurses }))
  await guess(FREE_FAILURES, {})
  await guess(FREE_FAILURES, {}, { ...NURSE, password: 'a guess' })
  expect(await statusOf(ADMIN, { cookie: nurses })).toBe(429)
  for (const user of [ADMIN, NURSE]) expect(await statusOf(user, { cookie: both })).toBe(200)
})

test('a forged device cookie, or a session as one, is no known browser', async () => {
  const known = await aKnownBrowser()
  const device = (value: string) => formatCookie(ctx, 'device', value)
  const session = device(readCookies(await signIn()).replace(/.*session=/, ''))
  await guess(FREE_FAILURES, {})
  for (const cookie of [`${known}x`, device('x'.repeat(3_000)), device('a.b.c'), session]) {
    expect(await statusOf(ADMIN, { cookie })).toBe(429)
  }
})

test("a phone that authorized a TV's sign-in is a known browser", async () => {
  const { qrId } = (await ctx.signedOut.post('/api/qr/init')).body
  const phone = await ctx.signedOut.post(`/api/qr/${qrId}/authorize`, ADMIN)
  await guess(FREE_FAILURES, {})
  expect(await statusOf(ADMIN, { cookie: readCookies(phone) })).toBe(200)
})

test('the device cookie names no user, and lasts longer than any session', async () => {
  const cookies = (await signIn()).headers.getSetCookie()
  const line = cookies.find(one => one.startsWith(formatCookie(ctx, 'device', ''))) ?? ''
  expect(line).toContain(`Max-Age=${400 * 24 * 60 * 60}`)
  const payload = Buffer.from(line.split('.')[1] ?? '', 'base64url').toString()
  expect(JSON.parse(payload)).toEqual({ did: expect.any(String), users: [expect.any(String)] })
  expect(payload).not.toContain('admin')
})

test("guesses of the current password are throttled by session, a stranger's failures are not counted", async () => {
  const [first, second] = [await ctx.nurse(), await ctx.nurse()]
  const change = async (nurse: typeof first, currentPassword: string) => {
    const json = { currentPassword, newPassword: 'longer than six' }
    return (await nurse.post('/api/auth/change-password', json, { from: HERE })).status
  }
  await guess(FREE_FAILURES, {}, { ...NURSE, password: 'a guess' })
  for (let n = 0; n < FREE_FAILURES; n++) expect(await change(first, 'a guess')).toBe(400)
  expect(await change(first, NURSE.password)).toBe(429)
  expect(await change(second, NURSE.password)).toBe(200)
})

async function timeOf(username: string) {
  ctx.clock.advance(MAX_WAIT_MS)
  const started = performance.now()
  expect(await statusOf({ ...NURSE, username, password: 'wrong' })).toBe(401)
  return performance.now() - started
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

test('an unknown user takes as long as a wrong password', async () => {
  // The nurse's hash is cheaper than the product's own.
  const json = { username: 'mei', role: 'user', password: 'battery staple' }
  expect((await (await ctx.admin())('/api/users', { method: 'POST', json })).status).toBe(201)
  await timeOf('warm-up')
  const times: { known: number; unknown: number }[] = []
  // Alternating, so that load on the machine slows down both.
  for (let n = 0; n < 11; n++) {
    times.push({ known: await timeOf('mei'), unknown: await timeOf(`nobody${n}`) })
  }
  // Without a password check the response for an unknown user would be some thirty times as fast.
  expect(median(times.map(({ known, unknown }) => unknown / known))).toBeWithin(0.5, 2)
})
