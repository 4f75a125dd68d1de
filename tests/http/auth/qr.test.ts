import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { QR_TTL_MS } from '#domain/auth/qr-session'
import { HOUR_MS } from '#domain/time'
import { cleanUp } from '../../../server/actions/system/cleanup.ts'
import { createQrApi } from '../../support/server/qr-api.ts'
import { createClient, readCookies, withTestApp } from '../../support/server/test-app.ts'
import { ADMIN, NURSE } from '../../support/server/test-clinic.ts'

const ctx = withTestApp()
let qr: ReturnType<typeof createQrApi>

beforeEach(async () => {
  qr = createQrApi(ctx)
})

test('a QR code opens the phone page, is valid for five minutes and belongs to this browser', async () => {
  const created = await ctx.signedOut.post('http://10.0.0.5:3000/api/qr/init')
  const { qrId, qrUrl, expiresAt } = created.body
  expect(created.status).toBe(201)
  expect(qrId).toMatch(/^[a-z2-7]{32}$/)
  expect(qrUrl).toBe(`http://10.0.0.5:3000/qr-auth/${qrId}`)
  expect(Date.parse(expiresAt) - Date.parse(ctx.clock.now())).toBe(QR_TTL_MS)
  expect(created.headers.getSetCookie().join()).toContain('Max-Age=300')
  expect(JSON.stringify(created.body)).not.toContain(readCookies(created).split('=')[1] ?? '')
})

test('the TV types the code of the phone and is signed in as a desk is', async () => {
  const tv = await qr.aTv()
  expect((await tv.status()).body).toMatchObject({ phase: 'active' })
  const phone = await qr.aPhone(tv.qrId)
  expect(phone.response).toMatchObject({
    status: 200,
    body: { success: true, user: { username: 'nurse' }, code: expect.stringMatching(/^\d{6}$/) },
  })
  expect(qr.qrEvents()).toEqual([
    {
      event: 'qr:authorization_complete',
      payload: { code: qr.tvCode(), user: { username: 'nurse' } },
    },
  ])

  const done = await tv.finalize(phone.code)
  expect([done.status, done.body]).toEqual([200, { success: true, userId: NURSE.id }])
  expect(done.headers.getSetCookie().join()).toContain(`Max-Age=${12 * 60 * 60}`)
  expect(await qr.whoIs(readCookies(done))).toBe('nurse')
  expect(qr.qrEvents().at(-1)).toEqual({
    event: 'qr:login_complete',
    payload: { user: { username: 'nurse' } },
  })
  const desk = createClient(ctx.app, readCookies(done))
  expect((await desk('/api/patients')).status).toBe(200)
  ctx.clock.advance(11 * HOUR_MS)
  expect(await qr.whoIs(readCookies(done))).toBe('nurse')
  ctx.clock.advance(12 * HOUR_MS)
  expect(await qr.whoIs(readCookies(done))).toBeUndefined()
})

test('the phone types the code of the TV, and the TV claims its session; the phone gets none', async () => {
  const tv = await qr.aTv()
  const phone = await qr.aPhone(tv.qrId)
  // Neither side gets the other's code.
  const authorized = { phase: 'authorized', username: 'nurse' }
  expect((await tv.status()).body).toMatchObject({ ...authorized, code: qr.tvCode() })
  expect((await phone.status()).body).toMatchObject({ ...authorized, code: null })
  const done = await phone.finalize(` ${qr.tvCode()} `)
  expect([done.status, done.body]).toEqual([200, { success: true, userId: NURSE.id }])
  expect(done.headers.getSetCookie()).toEqual([])
  expect((await phone.status()).body).toMatchObject({ phase: 'complete', username: 'nurse' })
  expect((await tv.status()).body).toMatchObject({ phase: 'complete', username: 'nurse' })

  expect((await phone.claim()).status).toBe(403)
  const claimed = await tv.claim()
  expect([claimed.status, claimed.body]).toEqual([200, { success: true, userId: NURSE.id }])
  expect(await qr.whoIs(readCookies(claimed))).toBe('nurse')
  expect([(await tv.claim()).status, (await tv.status()).status]).toEqual([403, 403])
  expect(phone.cookie).toMatch(
    /^clinic-\w+-qr-phone-[a-z2-7]{32}=[0-9a-f]{64}; clinic-\w+-device=[^;]+$/,
  )
  expect(await qr.whoIs(phone.cookie)).toBeUndefined()
})

test('what a phone completes in the last second can still be claimed, for a minute', async () => {
  const tv = await qr.aTv()
  const phone = await qr.aPhone(tv.qrId)
  ctx.clock.advance(QR_TTL_MS - 1)
  expect((await phone.finalize(qr.tvCode())).status).toBe(200)
  ctx.clock.advance(30_000)
  await cleanUp(ctx.clinic)
  expect((await tv.claim()).status).toBe(200)
})

test('two complete it at once, or claim it: one succeeds', async () => {
  const [tv, claiming] = [await qr.aTv(), await qr.aTv()]
  const phone = await qr.aPhone(tv.qrId)
  const completed = await Promise.all([tv.finalize(phone.code), phone.finalize(qr.tvCode())])
  expect(completed.map(({ status }) => status).toSorted()).toEqual([200, 410])
  expect(qr.qrEvents().filter(({ event }) => event === 'qr:login_complete')).toHaveLength(1)
  const sessions = await ctx.database.read(db => db.all(sql`select kind from sessions`))
  expect(sessions).toEqual(completed[0]?.status === 200 ? [{ kind: 'staff' }] : [])

  const other = await qr.aPhone(claiming.qrId)
  await other.finalize((await claiming.status()).body.code)
  const claimed = await Promise.all([claiming.claim(), claiming.claim()])
  expect(claimed.map(({ status }) => status).toSorted()).toEqual([200, 403])
})

test('of two people who authorize at once, one succeeds and may retry after a lost response', async () => {
  const tv = await qr.aTv()
  const both = await Promise.all([qr.aPhone(tv.qrId), qr.aPhone(tv.qrId, ADMIN)])
  expect(both.map(({ response }) => response.status).toSorted()).toEqual([200, 410])
  expect(qr.qrEvents()).toHaveLength(1)
  const winner = both[0]?.response.status === 200 ? NURSE : ADMIN
  const again = await qr.aPhone(tv.qrId, winner)
  expect(qr.qrEvents()).toHaveLength(1)
  expect((await tv.finalize(again.code)).body.userId).toBe(winner.id)
  expect((await qr.aPhone(tv.qrId, winner)).response.status).toBe(410)
})

test('signing in ends the session that the TV had before', async () => {
  const { username, password } = ADMIN
  const json = { username, password }
  const session = readCookies(await ctx.signedOut.post('/api/auth/login', json))
  const tv = await qr.aTv()
  const { code } = await qr.aPhone(tv.qrId)
  const client = createClient(ctx.app, `${session}; ${tv.cookie}`)
  const done = await qr.clientOf(client, tv.qrId).finalize(code)
  expect(await qr.whoIs(readCookies(done))).toBe('nurse')
  expect(await qr.whoIs(session)).toBeUndefined()
})
