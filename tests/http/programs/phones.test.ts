import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { SCOPES } from '#domain/programs/api-token'
import { SCREENS } from '../../../routes/index.tsx'
import { createApp, type HttpApp } from '../../../server/app.ts'
import { loadAssets } from '../../../server/http/assets.ts'
import { type Client, createSignedInClient, withTestApp } from '../../support/server/test-app.ts'
import { ADMIN, ROOMS } from '../../support/server/test-clinic.ts'
import { storeSettings } from '../../support/settings.ts'

const PHONE = '+60123456789'

const ctx = withTestApp()
let app: HttpApp
let admin: Client

beforeEach(async () => {
  app = createApp(ctx.clinic, { assets: loadAssets() })
  admin = await createSignedInClient(app, ADMIN)
})

const register = (phone: unknown) => admin.post('/api/patients', { name: 'siti', phone })

describe('a clinic that asks for phone numbers', () => {
  beforeEach(() => storeSettings(ctx, { askPhone: 'true' }))

  test.each([
    ['+60 12-345 6789', PHONE],
    ['012 345-6789', '0123456789'],
    ['\u202a+60\u00a012\u20113456789\u202c', PHONE],
    ['\uff0b\uff16\uff10 12 345 6789', PHONE],
    ['(012) 345.6789', '0123456789'],
    ['+60 (0)12-345 6789', PHONE],
    ['+60 [12] 345 6789', PHONE],
    ['\u0660\u0661\u0662 345 \u06f6\u06f7\u06f8\u06f9', '0123456789'],
    ['123456', '123456'],
    ['123456789012345', '123456789012345'],
    [' - ', undefined],
    ['', undefined],
    [null, undefined],
  ])('stores %j as %p', async (typed, stored) => {
    const { status, body } = await register(typed)
    expect([status, body.phone]).toEqual([201, stored])
    const [row] = await ctx.database.read(db => db.query.patients.findMany())
    expect(row?.phone).toBe(stored ?? null)
  })

  test.each([
    ...['12345', '1234567890123456', '+', '++60123456', '60+123456', '012/3456789', 'none'],
    ...['(03) 12', '0123456x', '\u0660\u0661\u0662'],
  ])('refuses %j with a sentence', async typed => {
    const { status, body } = await register(typed)
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        error:
          'Please enter a phone number of 6 to 15 digits. It may have spaces, hyphens, dots, brackets, and a + before it.',
        field: 'phone',
      },
    })
  })

  test('corrects a mistyped one, or removes it, and leaves it where none is sent', async () => {
    const { id } = (await register('0123456789')).body
    const change = (json: object) => admin(`/api/patients/${id}`, { method: 'PATCH', json })
    expect((await change({ name: 'SITI' })).body.phone).toBe('0123456789')
    expect((await change({ phone: '012 345 6780' })).body.phone).toBe('0123456780')
    expect((await change({ phone: '012' })).body.field).toBe('phone')
    expect((await change({ phone: '' })).body).not.toHaveProperty('phone')
  })

  test.each([7, ['1'], 'x'.repeat(41)])('refuses %j', async typed => {
    const { status, body } = await register(typed)
    expect([status, body.field]).toEqual([400, 'phone'])
  })
})

test('a clinic that does not ask for them refuses one, also from a program', async () => {
  const { token } = (await admin.post('/api/tokens', { name: 'LAB', scopes: ['register'] })).body
  const json = { name: 'siti', phone: PHONE }
  const headers = { authorization: `Bearer ${token}` }
  for (const answer of [
    await admin.post('/api/patients', json),
    await ctx.signedOut('/api/v1/patients', { method: 'POST', json, headers }),
  ]) {
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: 'This clinic does not ask for phone numbers', field: 'phone' },
    ])
  }
  expect((await register('')).body).not.toHaveProperty('phone')
})

describe('a phone number', () => {
  let id: number
  let tv: string

  beforeEach(async () => {
    await storeSettings(ctx, { askPhone: 'true', ticketMode: 'screen', voiceLanguages: 'en' })
    tv = (await admin.post('/api/tv-devices', { userId: ADMIN.id, name: 'Hall' })).body.token
    const json = {
      name: 'siti',
      phone: '+60 12-345 6789',
      isPriority: true,
      priorityReason: 'PAIN',
    }
    const headers = { 'idempotency-key': 'a key' }
    id = (await admin.post('/api/patients', json, { headers })).body.id
    await admin.call(id, ROOMS.one)
    await admin.step(id, { status: 'requeue', requeueReason: 'XRAY' })
    await admin.call(id, ROOMS.one)
  })

  /** The addresses whose answer has it. */
  async function findReaders(client: Client, headers: Record<string, string> = {}) {
    const routes = app.routes.filter(({ method, path }) => method === 'GET' && !/[*]/.test(path))
    const paths = [...routes.map(({ path }) => path), ...SCREENS.map(({ path }) => path)]
    const readers: string[] = []
    for (const path of new Set(paths)) {
      const address = path.replace(':token', tv).replace(/:\w+/, `${id}`)
      const query = 'after=0&userId=1&from=2026-11-20&to=2026-11-20&by=day'
      const plain = await client(address, { headers })
      const { bytes } =
        plain.status === 400 ? await client(`${address}?${query}`, { headers }) : plain
      if (new TextDecoder().decode(bytes).includes(PHONE)) readers.push(path)
    }
    return readers
  }

  test('is in the patients of the desks and in no other answer or page', async () => {
    expect(await findReaders(admin)).toEqual([
      '/api/patients',
      '/register',
      '/queue',
      '/dispensary',
    ])
  })

  test('is in nothing that a TV, a phone or a program without the right receives', async () => {
    const scopes = SCOPES.filter(scope => scope !== 'notify')
    const { token } = (await admin.post('/api/tokens', { name: 'LAB', scopes })).body
    expect(await findReaders(ctx.signedOut)).toEqual([])
    expect(await findReaders(ctx.signedOut, { authorization: `Bearer ${token}` })).toEqual([])
    const own = await ctx.signedOut('/api/v1/patients', {
      method: 'POST',
      json: { name: 'mei', phone: PHONE },
      headers: { authorization: `Bearer ${token}` },
    })
    expect(own.status).toBe(201)
    expect(JSON.stringify(own.body)).not.toContain('60123456789')
  })

  test('is in one column of the database, in no line of the log, and in no event but the change', async () => {
    const places: string[] = []
    await ctx.database.read(async db => {
      const tables = await db.all<{ name: string }>(
        sql`select name from sqlite_master where type = 'table'`,
      )
      for (const { name } of tables) {
        for (const row of await db.all<object>(sql`select * from ${sql.identifier(name)}`)) {
          for (const [column, value] of Object.entries(row)) {
            if (String(value).includes('60123456789')) places.push(`${name}.${column}`)
          }
        }
      }
    })
    expect(places).toEqual(['patients.phone'])
    expect(ctx.logged.join()).not.toContain('60123456789')
    expect(JSON.stringify(ctx.published)).not.toContain('60123456789')
  })

  test('reaches no other machine', async () => {
    const sent: unknown[] = []
    ctx.clinic.channel.relay(message => sent.push(message))
    await register(PHONE)
    await admin.step(id, { status: 'completed' })
    expect(sent.length).toBeGreaterThan(1)
    expect(JSON.stringify(sent)).not.toContain('60123456789')
  })
})
