import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { listAuditEntries } from '#db/repositories/audit-entries'
import { saveAnswer } from '#db/repositories/idempotency-keys'
import { NOBODY } from '#domain/audit/audit-entry'
import { parseVersion } from '#domain/change'
import type { Room } from '#domain/rooms/room'
import * as rooms from '../../server/actions/rooms.ts'
import { hashToken } from '../../server/security/tokens.ts'
import { write } from '../../server/write.ts'
import { registerPatient } from '../support/server/actions.ts'
import { type Client, withTestApp } from '../support/server/test-app.ts'
import { ADMIN, ROOMS } from '../support/server/test-clinic.ts'
import { register, sendOnce, WRITE_REQUESTS } from '../support/server/write-requests.ts'

/** Routes of clients without a session: a sign-in or code, new each time, or a TV itself. */
const WITHOUT_SESSION = /^(POST \/api\/(auth\/(login|logout)|qr\/|tv\/)|DELETE \/api\/tv\/)/
const KEY = { 'idempotency-key': 'one' }
const ALI = { path: '/api/patients', json: { name: 'ali' } }

const ctx = withTestApp()
let admin: Client

beforeEach(async () => {
  admin = await ctx.admin()
})

const inMs = (ms: number) => ({
  'x-deadline': new Date(Date.parse(ctx.clock.now()) + ms).toISOString(),
})
const readAudit = () => ctx.clinic.read(db => listAuditEntries(db, { from: '', to: '~' }, 1_000))
const listPatients = async () => (await admin('/api/patients')).body

test('every write route behind a session is tested here', () => {
  const routes = ctx.app.routes
    .filter(({ method }) => !['GET', 'ALL'].includes(method))
    .map(({ method, path }) => `${method} ${path}`)
    .filter(route => !WITHOUT_SESSION.test(route))
  expect([...new Set(routes)].toSorted()).toEqual(Object.keys(WRITE_REQUESTS).toSorted())
})

/**
 * The events so far, and everything in the database except the keys and the sessions, which are
 * renewed.
 */
async function snapshot() {
  return ctx.database.read(async db => {
    const tables = await db.all<{ name: string }>(
      sql`select name from sqlite_master where type = 'table'`,
    )
    const rows: Record<string, unknown> = {}
    for (const { name } of tables) {
      if (!/^(idempotency_keys|sessions|sqlite_|__)/.test(name)) {
        rows[name] = await db.all(sql.raw(`select * from ${name}`))
      }
    }
    return { rows, events: ctx.published.length }
  })
}

test.each(Object.entries(WRITE_REQUESTS))(
  '%s does nothing after its deadline, once for a key that comes twice, and leaves one line in the audit',
  async (route, prepare) => {
    const [method = ''] = route.split(' ')
    const request = await prepare(admin, ctx)
    const send = (headers = {}) => sendOnce(admin, method, request, { ...headers, ...KEY })
    const { length: lines } = await readAudit()
    const before = await snapshot()
    const error = 'The request arrived too late and was ignored.'
    expect(await send(inMs(-1))).toEqual({ status: 408, body: { error } })
    expect(await snapshot()).toEqual(before)

    // The refusal is not stored: the same press may be sent again.
    const [one, two] = await Promise.all([send(inMs(60_000)), send(inMs(60_000))])
    expect(one.status).toBeLessThan(300)
    expect(two).toEqual(one)
    const after = await snapshot()
    // After the deadline a repeated key learns what became of the write.
    expect(await send(inMs(-1))).toEqual(one)
    expect(await snapshot()).toEqual(after)

    const [entry, ...others] = await readAudit()
    expect(others).toHaveLength(lines)
    const username = route.includes('/v1/') ? 'admin (Booking)' : 'admin'
    const action = expect.stringMatching(/\w/)
    const nobody = { userId: null, username: null, action }
    const user = { userId: ADMIN.id, username, action }
    expect(entry).toMatchObject(route.includes('/kiosk/') ? nobody : user)
    expect(entry?.subject).not.toBe('')
  },
)

test('a write that waited for its turn past its deadline is not carried out', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const before = ctx.clinic.write(() => promise)
  const late = sendOnce(admin, 'POST', ALI, inMs(20))
  ctx.clock.advance(40)
  resolve()
  await before
  expect((await late).status).toBe(408)
  expect(await listPatients()).toEqual([])
})

test('a deadline that is no time, and a key that is too long, are rejected', async () => {
  expect(await sendOnce(admin, 'POST', ALI, { 'x-deadline': 'soon' })).toEqual({
    status: 400,
    body: { error: 'X-Deadline must be a time such as 2026-01-31T08:00:00.000Z' },
  })
  const long = { 'idempotency-key': 'x'.repeat(201) }
  expect((await sendOnce(admin, 'POST', ALI, long)).status).toBe(400)
})

test('an error is repeated, too, even when the write would be allowed by now', async () => {
  const path = `/api/patients/${await register(admin)}/status`
  const complete = { path, json: { status: 'completed' } }
  const first = await sendOnce(admin, 'PATCH', complete, KEY)
  expect(first).toEqual({ status: 409, body: { error: 'This patient has not been called yet' } })
  await admin.patch(path, { status: 'called', windowId: ROOMS.one })
  expect(await sendOnce(admin, 'PATCH', complete, KEY)).toEqual(first)
  expect((await sendOnce(admin, 'PATCH', complete)).status).toBe(200)
})

const MEI = { ...ALI, json: { name: 'mei' } }

test('the same key of another session is another request, with another content', async () => {
  await sendOnce(admin, 'POST', ALI, KEY)
  for (const client of [await ctx.nurse(), await ctx.admin()]) {
    expect((await sendOnce(client, 'POST', MEI, KEY)).body.name).toBe('MEI')
  }
})

test('a request whose answer was lost is not carried out again after the next sign-in', async () => {
  const first = await sendOnce(admin, 'POST', ALI, KEY)
  await admin.post('/api/auth/logout')
  admin = await ctx.admin()
  expect(await sendOnce(admin, 'POST', ALI, KEY)).toEqual(first)
  // Somebody else has sent another one, by chance with the same key.
  expect((await sendOnce(await ctx.nurse(), 'POST', ALI, KEY)).body.number).toBe(2)
  expect(await listPatients()).toHaveLength(2)
})

test('two kiosks of one administrator use the same key for two patients', async () => {
  const add = async (name: string) => {
    const json = { name, scopes: ['register'] }
    return {
      authorization: `Bearer ${(await admin.post('/api/tokens', json)).body.token}`,
    }
  }
  const [one, two] = [await add('Kiosk A'), await add('Kiosk B')]
  const send = (request: typeof ALI, headers: object) =>
    sendOnce(
      ctx.signedOut,
      'POST',
      { ...request, path: '/api/v1/patients' },
      { ...KEY, ...headers },
    )
  const answers = [await send(ALI, one), await send(MEI, two), await send(ALI, one)]
  expect(answers.map(({ body }) => [body.number, body.name])).toEqual([
    [1, 'ALI'],
    [2, 'MEI'],
    [1, 'ALI'],
  ])
})

test('a key belongs to its request: with another content it is refused, and changes nothing', async () => {
  const [first] = await Promise.all([
    sendOnce(admin, 'POST', ALI, KEY),
    sendOnce(admin, 'POST', ALI, KEY),
  ])
  const error = 'This Idempotency-Key was already used with different content'
  const others = [
    MEI,
    { ...ALI, json: { name: 'ali', isDiscreet: true } },
    { ...ALI, path: '/api/patients?a=1' },
  ]
  for (const other of others) {
    expect(await sendOnce(admin, 'POST', other, KEY)).toEqual({ status: 422, body: { error } })
  }
  expect(await sendOnce(admin, 'POST', ALI, KEY)).toEqual(first)
  expect(await listPatients()).toHaveLength(1)
})

test('a form that is sent again is the same request, with another boundary; another file is not', async () => {
  const send = (name: string, boundary: string, content = 'no picture') => {
    const text = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n`
    const body = `${text}Content-Type: image/png\r\n\r\n${content}\r\n--${boundary}--\r\n`
    const type = `multipart/form-data; boundary="${boundary}"`
    const headers = { 'content-type': type, ...KEY }
    return admin.post('/api/media/upload', undefined, { body, headers })
  }
  const statuses = [
    await send('a.png', 'x1'),
    await send('a.png', 'y22'),
    await send('b.png', 'x1'),
    await send('a.png', 'x1', 'no x1picture'),
    await send('a.png', 'x1', 'no --x1picture'),
  ]
  expect(statuses.map(({ status }) => status)).toEqual([415, 415, 422, 422, 422])
})

test('a request that another machine has carried out meanwhile changes nothing', async () => {
  const first = await sendOnce(admin, 'POST', ALI)
  const [session] = await ctx.database.read(db => db.query.sessions.findMany())
  const content = `\n${JSON.stringify(ALI.json)}`
  const bodyHash = new Bun.CryptoHasher('sha256').update(content).digest('hex')
  const answer = { of: 'patient', id: first.body.id } as const
  // From here on the session is cached: the next read looks for the key.
  await admin('/api/auth/me')
  const { read, write } = ctx.clinic
  ctx.clinic.read = async work => {
    ctx.clinic.read = read
    const found = await read(work)
    const id = {
      owner: session?.id ?? '',
      userId: ADMIN.id,
      key: `POST /api/patients ${hashToken('one')}`,
    }
    await write(tx => saveAnswer(tx, id, { bodyHash, status: 201, answer }, 1))
    return found
  }
  expect(await sendOnce(admin, 'POST', ALI, KEY)).toEqual(first)
  expect(await listPatients()).toHaveLength(1)
})

test('a key is stored as a hash, and repeats find it', async () => {
  const headers = { 'idempotency-key': 'SITI AMINAH 0123456789' }
  const first = await sendOnce(admin, 'POST', ALI, headers)
  const rows = await ctx.database.read(db => db.query.idempotencyKeys.findMany())
  expect(JSON.stringify(rows)).not.toMatch(/SITI|AMINAH|0123456789/)
  expect(await sendOnce(admin, 'POST', ALI, headers)).toEqual(first)
  expect(await listPatients()).toHaveLength(1)
})

test('a retry over the update from version 1.1.0 finds the key as it was stored', async () => {
  const first = await sendOnce(admin, 'POST', ALI, KEY)
  await ctx.database.write(tx =>
    tx.run(
      sql`update idempotency_keys set key = ${`POST /api/patients ${KEY['idempotency-key']}`}`,
    ),
  )
  expect(await sendOnce(admin, 'POST', ALI, KEY)).toEqual(first)
  expect(await listPatients()).toHaveLength(1)
})

test('a response that cannot be stored leaves no write and no event behind', async () => {
  const { write } = ctx.clinic
  ctx.clinic.write = work =>
    write(async tx => {
      await work(tx)
      throw new Error('the disk failed at the commit')
    })
  expect((await sendOnce(admin, 'POST', ALI, KEY)).status).toBe(500)
  ctx.clinic.write = write
  expect([await listPatients(), ctx.published]).toEqual([[], []])
  expect((await sendOnce(admin, 'POST', ALI, KEY)).status).toBe(201)
})

const WITH_CHANGE = { 'x-with-change': '1' }

test('a page that asks for the change gets it once, beside the answer; others get the answer alone', async () => {
  const plain = await sendOnce(admin, 'POST', ALI)
  const { boot } = parseVersion(ctx.clinic.channel.getVersion())
  const change = (seq: number) => ({ boot, seq, at: ctx.clock.now() })
  const first = await sendOnce(admin, 'POST', MEI, { ...WITH_CHANGE, ...KEY })
  const { answer } = first.body
  expect(plain.body).not.toHaveProperty('answer')
  expect(first.body).toEqual({
    answer: { ...plain.body, id: 2, number: 2, label: '002', name: 'MEI' },
    change: {
      ...change(2),
      facts: [{ kind: 'registered', patient: answer, next: { prefix: null, number: 3 } }],
    },
  })
  expect((await sendOnce(admin, 'POST', MEI, { ...WITH_CHANGE, ...KEY })).body).toEqual({
    answer,
    change: null,
  })
  const path = '/api/patients/99/status'
  const refused = await sendOnce(
    admin,
    'PATCH',
    { path, json: { status: 'completed' } },
    WITH_CHANGE,
  )
  expect(Object.keys(refused.body)).toEqual(['error'])

  const json = { name: 'Kiosk', scopes: ['register'] }
  const { token } = (await admin('/api/tokens', { method: 'POST', json })).body
  const program = { ...WITH_CHANGE, authorization: `Bearer ${token}` }
  const registered = await sendOnce(
    ctx.signedOut,
    'POST',
    { path: '/api/v1/patients', json: { name: 'raj' } },
    program,
  )
  expect(registered).toMatchObject({ status: 201, body: { number: 3, name: 'RAJ' } })
  expect(registered.body).not.toHaveProperty('change')
})

const REENTRY = 'in a transaction, use its tx'

test('a write or read inside a write is an error at once, and nothing of it is saved', async () => {
  const { clinic } = ctx
  const inside = [
    () => clinic.write(async () => {}),
    () => clinic.read(async () => {}),
    () => clinic.optimize(),
    () => registerPatient(clinic, { name: 'mei' }),
  ]
  for (const reach of inside) {
    const nested = write(clinic, NOBODY, async tx => {
      await rooms.addRoom(tx, { name: 'Room 9' })
      await reach()
      return { change: [{ kind: 'rooms' as const }] }
    })
    await expect(nested).rejects.toThrow(REENTRY)
  }
  expect(await listPatients()).toEqual([])
  expect((await admin('/api/windows')).body.map(({ name }: Room) => name)).not.toContain('Room 9')
  expect(ctx.published).toEqual([])
})

test('a write that did not wait for what it began leaves nobody waiting', async () => {
  let begun: Promise<unknown> | undefined
  await write(ctx.clinic, NOBODY, async () => {
    begun = ctx.clinic.read(async () => {})
    return {}
  })
  await expect(begun).rejects.toThrow(REENTRY)
  expect(await listPatients()).toEqual([])
})
