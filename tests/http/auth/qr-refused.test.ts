import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { QR_EXPIRED, QR_INVALID, QR_MAX_ATTEMPTS, QR_TTL_MS } from '#domain/auth/qr-session'
import { cleanUp } from '../../../server/actions/system/cleanup.ts'
import { QR_RATE } from '../../../server/security/qr-session.ts'
import { getWrongCode } from '../../support/samples.ts'
import { createQrApi } from '../../support/server/qr-api.ts'
import { createClient, withTestApp } from '../../support/server/test-app.ts'
import { NURSE } from '../../support/server/test-clinic.ts'

const ctx = withTestApp()
let qr: ReturnType<typeof createQrApi>

beforeEach(async () => {
  qr = createQrApi(ctx)
})

test('the address alone gives no access', async () => {
  const tv = await qr.aTv()
  const other = qr.clientOf(createClient(ctx.app, (await qr.aTv()).cookie), tv.qrId)
  const phone = await qr.aPhone(tv.qrId)
  for (const { status, finalize, claim } of [qr.stranger(tv.qrId), other]) {
    for (const response of [
      await status(),
      await finalize(phone.code),
      await finalize(qr.tvCode()),
      await claim(),
    ]) {
      expect([response.status, response.body.error]).toEqual([403, QR_INVALID])
      expect(response.headers.getSetCookie()).toEqual([])
    }
  }
  expect((await tv.finalize(phone.code)).status).toBe(200)
  const unknown = qr.stranger('a'.repeat(32))
  for (const request of [unknown.status, unknown.authorize, unknown.claim]) {
    expect(await request()).toMatchObject({ status: 404, body: { error: QR_INVALID } })
  }
})

test('the TV cannot complete the sign-in with its own code', async () => {
  const tv = await qr.aTv()
  const phone = await qr.aPhone(tv.qrId)
  expect((await tv.finalize(qr.tvCode())).status).toBe(400)
  expect((await qr.stranger(tv.qrId).finalize(qr.tvCode())).status).toBe(403)
  expect((await phone.finalize(phone.code)).status).toBe(400)
})

test('each side gets its own message for a wrong code; the fifth in total ends it', async () => {
  const tv = await qr.aTv()
  const phone = await qr.aPhone(tv.qrId)
  const no = getWrongCode(phone.code, qr.tvCode())
  const onTv = await tv.finalize(no)
  expect([onTv.status, onTv.body]).toEqual([
    400,
    { error: 'Invalid verification code', field: 'tvVerifier' },
  ])
  const onPhone = await phone.finalize(no)
  expect(onPhone.body.error).toBe('Invalid TV verification code')
  for (let n = 3; n < QR_MAX_ATTEMPTS; n++) expect((await phone.finalize('1234')).status).toBe(400)
  const last = await tv.finalize(no)
  expect([last.status, last.body]).toEqual([410, { error: QR_EXPIRED }])
  expect(qr.qrEvents().at(-1)?.event).toBe('qr:expired')
  expect((await tv.finalize(phone.code)).status).toBe(410)
  expect((await phone.finalize(qr.tvCode())).status).toBe(410)
})

test('a code of another form is rejected on the TV and does not count as an attempt', async () => {
  const tv = await qr.aTv()
  const { code } = await qr.aPhone(tv.qrId)
  for (const [typed, error] of [
    ['12345', 'Please enter 6-digit code from your phone'],
    ['12345a', 'Please enter 6-digit code from your phone'],
    ['123', 'TV verification code must be at least 4 characters'],
    [undefined, 'TV verification code must be at least 4 characters'],
    ['1234567', 'Must be at most 6 characters'],
  ]) {
    const body = { error, field: 'tvVerifier' }
    expect(await tv.finalize(typed)).toMatchObject({ status: 400, body })
  }
  expect((await tv.finalize(code)).status).toBe(200)
})

test('nothing can be completed or claimed too early', async () => {
  const tv = await qr.aTv()
  expect((await tv.finalize('123456')).status).toBe(409)
  expect((await tv.claim()).status).toBe(409)
  await qr.aPhone(tv.qrId)
  expect((await tv.claim()).status).toBe(409)
})

test('after five minutes it has expired for both sides, and the cleanup announces it', async () => {
  const [tv, late] = [await qr.aTv(), await qr.aTv()]
  const phone = await qr.aPhone(tv.qrId)
  ctx.clock.advance(QR_TTL_MS)
  for (const response of [
    await tv.status(),
    await tv.finalize(phone.code),
    await tv.claim(),
    await phone.finalize(qr.tvCode()),
    await qr.stranger(late.qrId).authorize(),
  ]) {
    expect([response.status, response.body]).toEqual([410, { error: QR_EXPIRED }])
  }
  for (let time = 0; time < 2; time++) await cleanUp(ctx.clinic)
  expect(qr.qrEvents().filter(({ event }) => event === 'qr:expired')).toHaveLength(2)
  expect(await tv.status()).toMatchObject({ status: 404, body: { error: QR_INVALID } })
})

test('signing in on the phone has the errors of the login page, and shares its throttle', async () => {
  const { qrId } = await qr.aTv()
  const guess = (username: string, password = 'guess') =>
    qr.stranger(qrId).authorize({ ...NURSE, username, password })
  for (const username of ['nurse', 'nobody']) {
    expect(await guess(username)).toMatchObject({
      status: 401,
      body: { error: 'Invalid username or password' },
    })
  }
  expect((await guess('', 'x')).body).toEqual({ error: 'Username is required', field: 'username' })
  for (let n = 0; n < 4; n++) await guess('nurse')
  expect((await qr.stranger(qrId).authorize()).status).toBe(429)
  const json = { username: NURSE.username, password: NURSE.password }
  expect((await ctx.signedOut.post('/api/auth/login', json)).status).toBe(429)
  ctx.clock.advance(1_000)
  await ctx.database.write(tx => tx.run(sql`update users set is_active = 0 where id = 2`))
  expect((await qr.stranger(qrId).authorize()).body.error).toBe('This account is not active')
  expect(qr.qrEvents()).toEqual([])
})

test.each([
  ['switched off', 'PATCH /api/users/2/status', undefined],
  ['deleted', 'DELETE /api/users/2', undefined],
  [
    'given a new password',
    'POST /api/auth/change-password',
    { currentPassword: NURSE.password, newPassword: 'longer than six' },
  ],
])('when the user who authorized is %s meanwhile, nobody is signed in', async (_, route, json) => {
  const [tv, claiming] = [await qr.aTv(), await qr.aTv()]
  const phone = await qr.aPhone(tv.qrId)
  const code = qr.tvCode()
  const other = await qr.aPhone(claiming.qrId)
  expect((await other.finalize((await claiming.status()).body.code)).status).toBe(200)

  const [method, path = ''] = route.split(' ')
  const client = json ? await ctx.nurse() : await ctx.admin()
  expect((await client(path, { method, json })).status).toBe(200)
  const late = [await tv.finalize(phone.code), await phone.finalize(code), await claiming.claim()]
  for (const { status } of late) expect([404, 410]).toContain(status)
})

test('an address that requests too many QR codes has to wait', async () => {
  for (let n = 0; n < QR_RATE.max; n++) expect((await qr.init()).status).toBe(201)
  const refused = await qr.init()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '300'])
  ctx.clock.advance(QR_RATE.windowMs)
  expect((await qr.init()).status).toBe(201)
})

test('codes and secrets are neither stored nor logged as plain text', async () => {
  const tv = await qr.aTv()
  const phone = await qr.aPhone(tv.qrId)
  await tv.finalize(getWrongCode(phone.code, qr.tvCode()))
  const rows = JSON.stringify(await ctx.database.read(db => db.all(sql`select * from qr_sessions`)))
  const stored = rows + ctx.logged.join()
  for (const secret of [phone.code, qr.tvCode(), tv.cookie, phone.cookie]) {
    expect(secret.length).toBeGreaterThan(5)
    expect(stored).not.toContain(secret.split('=').at(-1) ?? secret)
  }
})
