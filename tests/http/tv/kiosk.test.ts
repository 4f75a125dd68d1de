import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { KIOSK_RATE, UNKNOWN_KIOSK } from '#domain/kiosk/kiosk'
import type { SettingTexts } from '#domain/settings-record'
import { clientPerTest, withTestApp } from '../../support/server/test-app.ts'
import { ROOMS } from '../../support/server/test-clinic.ts'
import { settingsBody } from '../../support/settings.ts'

const SHOP = { 'x-forwarded-host': 'clinic.example' }

const ctx = withTestApp()
const admin = clientPerTest(() => ctx.admin())
let token = ''

beforeEach(async () => {
  token = await addKiosk('Entrance')
})

async function addKiosk(name: string): Promise<string> {
  const { body } = await admin.post('/api/tv-devices', { userId: 1, name, kind: 'kiosk' })
  expect(body.device.kind).toBe('kiosk')
  return body.token
}

const save = (values: Partial<SettingTexts>) => admin.put('/api/settings', settingsBody(values))
const view = async (of = token) => ctx.signedOut(`/api/kiosk/${of}`)

type Sent = { key?: string; of?: string; headers?: Record<string, string> }

function register(json: object = {}, { key, of = token, headers = {} }: Sent = {}) {
  const all = { ...SHOP, ...(key ? { 'idempotency-key': key } : {}), ...headers }
  return ctx.signedOut.post(
    `/api/kiosk/${of}/patients`,
    { language: 'en', ...json },
    { headers: all },
  )
}

async function addQueue(name: string, change: object = {}) {
  const json = { name, prefix: 'B', roomIds: [ROOMS.one], isActive: true, ...change }
  return (await admin.post('/api/queues', json)).body
}

const listNames = async () =>
  (await admin('/api/patients')).body.map(({ name }: { name: string | null }) => name)

test('a kiosk knows of the clinic what its page needs, and no more', async () => {
  await admin.register('SITI')
  await addQueue('Blood test')
  await addQueue('X-ray', { prefix: 'X', isActive: false })
  expect((await view()).body).toEqual({
    clinicName: 'MAIN CLINIC 24 HOURS',
    isOpen: true,
    opensAt: null,
    closesAt: null,
    names: 'optional',
    queues: [{ id: 1, name: 'Blood test', prefix: 'B' }],
    prints: false,
    hasTickets: false,
  })
  await save({ ticketMode: 'screen', kioskPrints: 'true', kioskNames: 'never' })
  const changed = { names: 'never', prints: true, hasTickets: true }
  expect((await view()).body).toMatchObject(changed)
  await save({ kioskFrom: '11:00', kioskTo: '12:00', ticketMode: 'off' })
  const closed = { isOpen: false, opensAt: '11:00', closesAt: '12:00', prints: false }
  expect((await view()).body).toMatchObject(closed)
  ctx.clock.advance(3_600_000)
  expect((await view()).body.isOpen).toBe(true)
})

test('a registration is an ordinary one, and says that the kiosk made it', async () => {
  await save({ ticketMode: 'screen' })
  const { id: queueId } = await addQueue('Blood test')
  const { status, body } = await register({ name: ' siti  aminah ', queueId, type: 'x' })
  expect([status, body]).toEqual([
    201,
    { label: 'B001', ticketUrl: expect.stringMatching(/^http:\/\/clinic\.example\/t\/1-\w{26}$/) },
  ])
  const [patient] = (await admin('/api/patients')).body
  expect(patient).toMatchObject({ name: 'SITI AMINAH', type: 'kiosk', label: 'B001' })
  expect(patient.isPriority || patient.isDiscreet).toBe(false)
  const [, entry] = (await admin('/api/audit?from=2026-11-20&to=2026-11-20')).body.entries
  expect(entry).toMatchObject({
    ...{ action: 'patient registered', subject: '#B001', username: null, userId: null },
    detail: 'Blood test, kiosk Entrance',
  })
  const phone = await ctx.signedOut(new URL(body.ticketUrl).pathname.replace('/t/', '/api/t/'))
  expect(phone.body).toMatchObject({ label: 'B001', state: 'next' })
})

test('without tickets, or where no phone could open one, there is a number alone', async () => {
  expect((await register()).body).toEqual({ label: '001', ticketUrl: null })
  await save({ ticketMode: 'print' })
  // It listens on this computer only.
  Object.assign(ctx.clinic.config, { host: '127.0.0.1' })
  const headers = { host: 'localhost', 'x-forwarded-host': 'localhost' }
  expect((await register({}, { headers })).body).toEqual({ label: '002', ticketUrl: null })
})

describe('it is refused', () => {
  test('outside the opening hours', async () => {
    await save({ kioskFrom: '11:00', kioskTo: '17:00' })
    const error = 'Closed now. Open from 11:00 to 17:00.'
    expect(await register()).toMatchObject({ status: 409, body: { error } })
  })

  test('without a name, if names are required', async () => {
    await save({ kioskNames: 'required' })
    const body = { error: 'A name is required', field: 'name' }
    for (const name of ['', ' . ', null]) {
      expect(await register({ name })).toMatchObject({ status: 400, body })
    }
    expect((await register({ name: 'ali' })).status).toBe(201)
  })

  test('for a queue that is gone or not active', async () => {
    const { id, ...queue } = await addQueue('Blood test')
    await admin.put(`/api/queues/${id}`, { ...queue, isActive: false })
    expect(await register({ queueId: id })).toMatchObject({
      status: 409,
      body: { error: 'Blood test is not active', field: 'queueId' },
    })
    expect(await register({ queueId: 99 })).toMatchObject({
      status: 404,
      body: { error: 'This queue no longer exists', field: 'queueId' },
    })
  })

  test('with a name that is too long, and without a known language', async () => {
    const long = { name: 'x'.repeat(26) }
    expect(await register(long)).toMatchObject({
      status: 400,
      body: { error: 'Name must be at most 25 characters', field: 'name' },
    })
    expect(await register({ language: 'fr' })).toMatchObject({
      status: 400,
      body: { error: 'language must be one of ms, en, zh, ta' },
    })
    expect(await listNames()).toEqual([])
  })

  test('more than six times a minute, for each kiosk', async () => {
    for (let n = 0; n < KIOSK_RATE.max; n++) {
      expect((await register({}, { key: `k${n}` })).status).toBe(201)
    }
    const refused = await register({}, { key: 'seventh' })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    // What was answered once is answered again.
    expect((await register({}, { key: 'k0' })).body.label).toBe('001')
    const other = await addKiosk('Side door')
    expect((await register({}, { of: other })).status).toBe(201)
    ctx.clock.advance(KIOSK_RATE.windowMs)
    expect((await register({}, { key: 'seventh' })).body.label).toBe('008')
  })

  test('once the kiosk is revoked, has a new link, or its user is not active', async () => {
    const unknown = { status: 404, body: { error: UNKNOWN_KIOSK } }
    const { body } = await admin.post('/api/tv-devices/1/rotate')
    expect(body.url).toContain('/kiosk/')
    expect(await register()).toMatchObject(unknown)
    expect((await view(body.token)).status).toBe(200)
    await admin.delete('/api/tv-devices/1')
    for (const of of [body.token, token, 'x']) {
      expect(await register({}, { of })).toMatchObject(unknown)
      expect(await view(of)).toMatchObject(unknown)
    }
  })
})

test('a name is not kept where none is asked for', async () => {
  await save({ kioskNames: 'never' })
  await register({ name: 'ali' })
  expect(await listNames()).toEqual([null])
})

describe('one key is one number', () => {
  test('when both requests come at once, and when the answer was lost', async () => {
    await save({ ticketMode: 'screen' })
    const json = { name: 'ali' }
    const answers = await Promise.all([1, 2, 3].map(() => register(json, { key: 'press' })))
    const later = await register(json, { key: 'press' })
    const [first] = answers
    for (const answer of [...answers, later]) {
      expect([answer.status, answer.body]).toEqual([201, first?.body])
    }
    expect(await listNames()).toEqual(['ALI'])
    expect((await register({ name: 'siti' }, { key: 'press' })).status).toBe(422)
  })

  test("two kiosks' keys are apart", async () => {
    const other = await addKiosk('Side door')
    const labels = [token, other].map(of => register({}, { key: 'press', of }))
    expect((await Promise.all(labels)).map(({ body }) => body.label).sort()).toEqual(['001', '002'])
  })

  test("a new link keeps the keys, and the database has no kiosk's token", async () => {
    const first = await register({}, { key: 'press' })
    const { body } = await admin.post('/api/tv-devices/1/rotate')
    expect((await register({}, { key: 'press', of: body.token })).body).toEqual(first.body)
    const rows = await ctx.database.read(db => db.all(sql`select * from idempotency_keys`))
    expect(JSON.stringify(rows)).toContain('POST /api/kiosk/:token/patients ')
    for (const secret of [token, body.token]) expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('after the deadline nothing is registered', async () => {
    const headers = { 'x-deadline': ctx.clock.now() }
    ctx.clock.advance(1)
    expect((await register({}, { key: 'press', headers })).status).toBe(408)
    expect(await listNames()).toEqual([])
  })
})

test("a kiosk is told nothing of the change, which has patients' names", async () => {
  const { body, headers } = await register({ name: 'ali' }, { headers: { 'x-with-change': '1' } })
  expect([body, headers.get('x-with-change')]).toEqual([{ label: '001', ticketUrl: null }, null])
})

test('reception cannot register as a kiosk', async () => {
  const body = { error: "The type kiosk is for the clinic's own kiosks", field: 'type' }
  const json = { name: 'ali', type: 'Kiosk' }
  expect(await admin.post('/api/patients', json)).toMatchObject({ status: 400, body })
})
