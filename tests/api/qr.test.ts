import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { QRS_ALLOWED } from '#clinic/qr-handshake'
import { QR_EXPIRED, QR_INVALID, QR_LIVES_MS, QR_TRIES } from '#clinic/qr-session'
import { sweep } from '../../server/actions/sweep.ts'
import { ADMIN, NURSE } from '../support/clinic.ts'
import { cookieOf, type Doors, someDoors, type Visitor, visitor } from '../support/doors.ts'

const DAY = 24 * 60 * 60_000
let it: Doors

beforeEach(async () => {
  it = await someDoors()
})
afterEach(() => it.close())

const init = () => it.visitor('/api/qr/init', { method: 'POST' })

/** A login page that shows a QR code. */
async function aTv() {
  const asked = await init()
  const ask = visitor(it.app, cookieOf(asked))
  const qrId: string = asked.body.qrId
  return { qrId, ask, cookie: cookieOf(asked), ...doorsOf(ask, qrId) }
}

function doorsOf(ask: Visitor, qrId: string) {
  const post = (verb: string, json?: unknown) =>
    ask(`/api/qr/${qrId}/${verb}`, { method: 'POST', json })
  return {
    status: () => ask(`/api/qr/${qrId}/status`),
    authorize: (who = NURSE) =>
      post('authorize', { username: who.username, password: who.password }),
    finalize: (tvVerifier: unknown) => post('finalize', { tvVerifier }),
    claim: () => post('claim'),
  }
}

/** Whoever has only read the address in the QR code. */
const stranger = (qrId: string) => doorsOf(it.visitor, qrId)

/** A phone that has scanned it, and on which the password was right. */
async function aPhone(qrId: string, who = NURSE) {
  const answer = await stranger(qrId).authorize(who)
  const code: string = answer.body.code
  return {
    answer,
    code,
    cookie: cookieOf(answer),
    ...doorsOf(visitor(it.app, cookieOf(answer)), qrId),
  }
}

/** The code that the TV was told. */
function tvCode() {
  const said = it.said.find(({ event }) => event === 'qr:authorization_complete')
  return said && 'code' in said.payload ? said.payload.code : ''
}

const saidOfQr = () => it.said.filter(({ event }) => event.startsWith('qr:'))
const wrong = (...codes: string[]) =>
  ['111111', '222222', '333333'].find(code => !codes.includes(code)) ?? ''
const whoIs = async (cookie: string) =>
  (await visitor(it.app, cookie)('/api/auth/me')).body.user?.username

test('a QR code opens the page of a phone, lives five minutes and belongs to this browser', async () => {
  const asked = await it.visitor('http://10.0.0.5:3000/api/qr/init', { method: 'POST' })
  const { qrId, qrUrl, expiresAt } = asked.body
  expect(asked.status).toBe(201)
  expect(qrId).toMatch(/^[a-z2-7]{32}$/)
  expect(qrUrl).toBe(`http://10.0.0.5:3000/qr-auth/${qrId}`)
  expect(Date.parse(expiresAt) - Date.parse(it.clock.now())).toBe(QR_LIVES_MS)
  const cookie = asked.headers.getSetCookie().join()
  expect(cookie).toContain('HttpOnly')
  expect(cookie).toContain('SameSite=Lax')
  expect(cookie).toContain('Max-Age=300')
  expect(JSON.stringify(asked.body)).not.toContain(cookieOf(asked).split('=')[1] ?? '')
})

test('the TV types the code of the phone and is signed in for thirty days', async () => {
  const tv = await aTv()
  expect((await tv.status()).body).toMatchObject({ phase: 'active' })
  const phone = await aPhone(tv.qrId)
  expect(phone.answer).toMatchObject({
    status: 200,
    body: { success: true, user: { username: 'nurse' }, code: expect.stringMatching(/^\d{6}$/) },
  })
  expect(saidOfQr()).toEqual([
    {
      event: 'qr:authorization_complete',
      payload: { code: tvCode(), user: { username: 'nurse' } },
    },
  ])

  const done = await tv.finalize(phone.code)
  expect([done.status, done.body]).toEqual([200, { success: true, userId: NURSE.id }])
  expect(done.headers.getSetCookie().join()).toContain(`Max-Age=${30 * 24 * 60 * 60}`)
  expect(await whoIs(cookieOf(done))).toBe('nurse')
  expect(saidOfQr().at(-1)).toEqual({
    event: 'qr:login_complete',
    payload: { user: { username: 'nurse' } },
  })
  it.clock.advance(29 * DAY)
  expect(await whoIs(cookieOf(done))).toBe('nurse')
  it.clock.advance(2 * DAY)
  expect(await whoIs(cookieOf(done))).toBeUndefined()
})

test('the phone types the code of the TV, and the TV claims its session', async () => {
  const tv = await aTv()
  const phone = await aPhone(tv.qrId)
  const done = await phone.finalize(` ${tvCode()} `)
  expect([done.status, done.body]).toEqual([200, { success: true, userId: NURSE.id }])
  expect(done.headers.getSetCookie()).toEqual([])
  expect((await phone.status()).body).toMatchObject({ phase: 'complete', username: 'nurse' })
  expect((await tv.status()).body).toMatchObject({ phase: 'complete', username: 'nurse' })

  const claimed = await tv.claim()
  expect([claimed.status, claimed.body]).toEqual([200, { success: true, userId: NURSE.id }])
  expect(await whoIs(cookieOf(claimed))).toBe('nurse')
  expect([(await tv.claim()).status, (await tv.status()).status]).toEqual([403, 403])
})

test('the phone gets no session, whatever it does', async () => {
  const tv = await aTv()
  const phone = await aPhone(tv.qrId)
  expect(phone.cookie).toMatch(/^qr-phone-[a-z2-7]{32}=[0-9a-f]{64}$/)
  await phone.finalize(tvCode())
  expect((await phone.claim()).status).toBe(403)
  expect(await whoIs(phone.cookie)).toBeUndefined()
})

test('the address alone opens nothing', async () => {
  const tv = await aTv()
  const other = doorsOf(visitor(it.app, (await aTv()).cookie), tv.qrId)
  const phone = await aPhone(tv.qrId)
  for (const { status, finalize, claim } of [stranger(tv.qrId), other]) {
    for (const answer of [
      await status(),
      await finalize(phone.code),
      await finalize(tvCode()),
      await claim(),
    ]) {
      expect([answer.status, answer.body.error]).toEqual([403, QR_INVALID])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  }
  expect((await tv.finalize(phone.code)).status).toBe(200)
})

test('only the TV is told its own code, and nobody that of the other side', async () => {
  const tv = await aTv()
  const phone = await aPhone(tv.qrId)
  expect((await tv.status()).body).toMatchObject({
    phase: 'authorized',
    username: 'nurse',
    code: tvCode(),
  })
  expect((await phone.status()).body).toMatchObject({ phase: 'authorized', code: null })
})

test('the TV, knowing its own code, cannot finish what the phone was asked', async () => {
  const tv = await aTv()
  const phone = await aPhone(tv.qrId)
  expect((await tv.finalize(tvCode())).status).toBe(400)
  expect((await stranger(tv.qrId).finalize(tvCode())).status).toBe(403)
  expect((await phone.finalize(phone.code)).status).toBe(400)
})

test('a wrong code is told to each side in its words; the fifth of both together ends it', async () => {
  const tv = await aTv()
  const phone = await aPhone(tv.qrId)
  const no = wrong(phone.code, tvCode())
  const onTv = await tv.finalize(no)
  expect([onTv.status, onTv.body]).toEqual([
    400,
    { error: 'Invalid verification code', field: 'tvVerifier' },
  ])
  const onPhone = await phone.finalize(no)
  expect(onPhone.body.error).toBe('Invalid TV verification code')
  for (let n = 3; n < QR_TRIES; n++) expect((await phone.finalize('1234')).status).toBe(400)
  const last = await tv.finalize(no)
  expect([last.status, last.body]).toEqual([410, { error: QR_EXPIRED }])
  expect(saidOfQr().at(-1)?.event).toBe('qr:expired')
  expect((await tv.finalize(phone.code)).status).toBe(410)
  expect((await phone.finalize(tvCode())).status).toBe(410)
})

test.each([
  ['12345', 400, 'Please enter 6-digit code from your phone'],
  ['12345a', 400, 'Please enter 6-digit code from your phone'],
  ['123', 400, 'TV verification code must be at least 4 characters'],
  [undefined, 400, 'TV verification code must be at least 4 characters'],
  ['1234567', 400, 'Must be at most 6 characters'],
])('on the TV the code %j is refused and costs no try', async (typed, status, error) => {
  const tv = await aTv()
  const { code } = await aPhone(tv.qrId)
  for (let n = 0; n < QR_TRIES; n++) {
    const answer = await tv.finalize(typed)
    expect([answer.status, answer.body]).toEqual([status, { error, field: 'tvVerifier' }])
  }
  expect((await tv.finalize(code)).status).toBe(200)
})

test('nothing can be finished or claimed before its time', async () => {
  const tv = await aTv()
  expect((await tv.finalize('123456')).status).toBe(409)
  expect((await tv.claim()).status).toBe(409)
  await aPhone(tv.qrId)
  expect((await tv.claim()).status).toBe(409)
})

test('after five minutes it is over for everybody, and the sweep says so', async () => {
  const [tv, late] = [await aTv(), await aTv()]
  const phone = await aPhone(tv.qrId)
  it.clock.advance(QR_LIVES_MS)
  for (const answer of [
    await tv.status(),
    await tv.finalize(phone.code),
    await tv.claim(),
    await phone.finalize(tvCode()),
    await stranger(late.qrId).authorize(),
  ]) {
    expect([answer.status, answer.body]).toEqual([410, { error: QR_EXPIRED }])
  }
  const before = saidOfQr().length
  await sweep(it.clinic)
  await sweep(it.clinic)
  expect(
    saidOfQr()
      .slice(before)
      .map(({ event }) => event),
  ).toEqual(['qr:expired', 'qr:expired'])
  expect(await tv.status()).toMatchObject({ status: 404, body: { error: QR_INVALID } })
})

test('what a phone completes in the last second can still be claimed, for a minute', async () => {
  const tv = await aTv()
  const phone = await aPhone(tv.qrId)
  it.clock.advance(QR_LIVES_MS - 1)
  expect((await phone.finalize(tvCode())).status).toBe(200)
  it.clock.advance(30_000)
  await sweep(it.clinic)
  expect((await tv.claim()).status).toBe(200)
})

test('an address that nobody made is invalid', async () => {
  const nobodys = stranger('a'.repeat(32))
  for (const answer of [await nobodys.status(), await nobodys.authorize(), await nobodys.claim()]) {
    expect([answer.status, answer.body]).toEqual([404, { error: QR_INVALID }])
  }
})

test('signing in on the phone answers as on the login page, and guessing is slowed down with it', async () => {
  const { qrId } = await aTv()
  const guess = (username: string, password = 'guess') =>
    stranger(qrId).authorize({ ...NURSE, username, password })
  for (const username of ['nurse', 'nobody']) {
    expect(await guess(username)).toMatchObject({
      status: 401,
      body: { error: 'Invalid username or password' },
    })
  }
  expect((await guess('', 'x')).body).toEqual({ error: 'Username is required', field: 'username' })
  for (let n = 0; n < 3; n++) await guess('nurse')
  expect((await stranger(qrId).authorize()).status).toBe(429)
  const json = { username: NURSE.username, password: NURSE.password }
  expect((await it.visitor('/api/auth/login', { method: 'POST', json })).status).toBe(429)
  it.clock.advance(1_000)
  expect((await stranger(qrId).authorize()).status).toBe(200)
})

test('a QR code that is over is no place to guess passwords', async () => {
  const { qrId } = await aTv()
  it.clock.advance(QR_LIVES_MS)
  expect((await stranger(qrId).authorize({ ...NURSE, password: 'guess' })).status).toBe(410)
})

test('an inactive account is told so only after the right password', async () => {
  const { qrId } = await aTv()
  await it.database.write(tx => tx.run(sql`update users set is_active = 0 where id = 2`))
  expect((await stranger(qrId).authorize({ ...NURSE, password: 'wrong' })).status).toBe(401)
  const answer = await stranger(qrId).authorize()
  expect([answer.status, answer.body]).toEqual([403, { error: 'This account is not active' }])
  expect(saidOfQr()).toEqual([])
})

const LEAVES: [string, () => Promise<unknown>][] = [
  ['is switched off', async () => (await it.admin())('/api/users/2/status', { method: 'PATCH' })],
  ['is deleted', async () => (await it.admin())('/api/users/2', { method: 'DELETE' })],
  [
    'has a new password',
    async () => {
      const json = { currentPassword: NURSE.password, newPassword: 'longer than six' }
      return (await it.nurse())('/api/auth/change-password', { method: 'POST', json })
    },
  ],
]

test.each(LEAVES)(
  'when whoever authorised it %s meanwhile, nobody is signed in',
  async (_, leave) => {
    const [tv, claiming] = [await aTv(), await aTv()]
    const phone = await aPhone(tv.qrId)
    const code = tvCode()
    const other = await aPhone(claiming.qrId)
    const { code: othersCode } = (await claiming.status()).body
    expect((await other.finalize(othersCode)).status).toBe(200)

    expect(await leave()).toMatchObject({ status: 200 })
    const isOver = (answer: { status: number }) => expect([404, 410]).toContain(answer.status)
    isOver(await tv.finalize(phone.code))
    isOver(await phone.finalize(code))
    isOver(await claiming.claim())
  },
)

test('two finish at once: one of them completes it', async () => {
  const tv = await aTv()
  const phone = await aPhone(tv.qrId)
  const answers = await Promise.all([tv.finalize(phone.code), phone.finalize(tvCode())])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
  expect(saidOfQr().filter(({ event }) => event === 'qr:login_complete')).toHaveLength(1)
  const sessions = await it.database.read(db => db.all(sql`select kind from sessions`))
  expect(sessions).toEqual(answers[0]?.status === 200 ? [{ kind: 'tv' }] : [])
})

test('a TV that asks twice at once is signed in once', async () => {
  const tv = await aTv()
  const phone = await aPhone(tv.qrId)
  await phone.finalize(tvCode())
  const answers = await Promise.all([tv.claim(), tv.claim()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
})

test('of two people who authorise at once, one does; he may repeat it when his answer was lost', async () => {
  const tv = await aTv()
  const both = await Promise.all([aPhone(tv.qrId), aPhone(tv.qrId, ADMIN)])
  expect(both.map(({ answer }) => answer.status).toSorted()).toEqual([200, 410])
  expect(saidOfQr()).toHaveLength(1)
  const winner = both[0]?.answer.status === 200 ? NURSE : ADMIN
  const again = await aPhone(tv.qrId, winner)
  expect(saidOfQr()).toHaveLength(1)
  expect((await tv.finalize(again.code)).body.userId).toBe(winner.id)
})

test('one browser that is TV and phone at once may finish on either side', async () => {
  for (const isOnTv of [true, false]) {
    const tv = await aTv()
    const { cookie, code } = await aPhone(tv.qrId)
    const both = doorsOf(visitor(it.app, `${tv.cookie}; ${cookie}`), tv.qrId)
    const { code: own } = (await both.status()).body
    expect((await both.finalize(isOnTv ? code : own)).status).toBe(200)
    expect((await both.claim()).status).toBe(isOnTv ? 403 : 200)
  }
})

test('signing in ends the session that the TV had before', async () => {
  const session = cookieOf(
    await it.visitor('/api/auth/login', {
      method: 'POST',
      json: { username: ADMIN.username, password: ADMIN.password },
    }),
  )
  const tv = await aTv()
  const { code } = await aPhone(tv.qrId)
  const done = await doorsOf(visitor(it.app, `${session}; ${tv.cookie}`), tv.qrId).finalize(code)
  expect(await whoIs(cookieOf(done))).toBe('nurse')
  expect(await whoIs(session)).toBeUndefined()
})

test('an address that asks for too many has to wait', async () => {
  for (let n = 0; n < QRS_ALLOWED.most; n++) expect((await init()).status).toBe(201)
  const refused = await init()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '300'])
  it.clock.advance(QRS_ALLOWED.withinMs)
  expect((await init()).status).toBe(201)
})

test("another site's page can do none of it", async () => {
  const tv = await aTv()
  const headers = { 'sec-fetch-site': 'cross-site' }
  for (const verb of ['authorize', 'finalize', 'claim']) {
    const path = `/api/qr/${tv.qrId}/${verb}`
    expect((await tv.ask(path, { method: 'POST', json: {}, headers })).status).toBe(403)
  }
})

test('no code and no secret is kept or logged as it is', async () => {
  const tv = await aTv()
  const phone = await aPhone(tv.qrId)
  await tv.finalize(wrong(phone.code, tvCode()))
  const rows = JSON.stringify(await it.database.read(db => db.all(sql`select * from qr_sessions`)))
  const kept = rows + it.logged.join()
  for (const secret of [phone.code, tvCode(), tv.cookie, phone.cookie]) {
    expect(secret.length).toBeGreaterThan(5)
    expect(kept).not.toContain(secret.split('=').at(-1) ?? secret)
  }
})
