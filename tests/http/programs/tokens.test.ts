import { describe, expect, test } from 'bun:test'
import { SCOPES, type Scope, V1_RIGHTS } from '#domain/programs/api-token'
import { clientPerTest, createSignedInClient, withTestApp } from '../../support/server/test-app.ts'

const ctx = withTestApp()
const admin = clientPerTest(() => ctx.admin())

async function makeToken(scopes: readonly Scope[], name = 'LAB') {
  const { body } = await admin.post('/api/tokens', { name, scopes })
  return body as { id: number; token: string }
}

function use(token: string, route: string) {
  const [method = '', path = ''] = route.split(' ')
  return ctx.signedOut(path, { method, headers: { authorization: `Bearer ${token}` } })
}

describe('the rights of a token', () => {
  test.each(Object.keys(V1_RIGHTS))(
    '%s is refused without a token, whatever the cookie',
    async route => {
      const [method = '', path = ''] = route.split(' ')
      const json = method === 'POST' ? { json: { name: 'ali' } } : {}
      for (const client of [ctx.signedOut, admin]) {
        const { status, body } = await client(path, { method, ...json })
        expect({ status, body }).toEqual({
          status: 401,
          body: { error: 'This token is not valid' },
        })
      }
      expect((await use('abcdefgh', route)).status).toBe(401)
    },
  )

  test('a token opens nothing else', async () => {
    const { token } = await makeToken(SCOPES)
    const headers = { authorization: `Bearer ${token}` }
    for (const path of ['/api/patients', '/api/settings', '/api/tokens', '/api/reports']) {
      expect((await ctx.signedOut(path, { headers })).status).toBe(401)
    }
  })
})

test('a token is shown once, stored as a hash, and listed without itself', async () => {
  const key = { 'idempotency-key': 'k' }
  const json = { name: ' Lab  system ', scopes: ['queue', 'queue'] }
  const send = (headers = {}) => admin.post('/api/tokens', json, { headers })
  const { status, body } = await send(key)
  expect(status).toBe(201)
  expect(body.token).toMatch(/^[a-z2-7]{32,}$/)
  expect((await send(key)).body).toEqual(body)
  expect(await send()).toMatchObject({
    status: 409,
    body: { error: 'A connected system with this name already exists' },
  })
  const list = await admin('/api/tokens')
  expect(list.body).toEqual([
    {
      id: body.id,
      name: 'Lab system',
      scopes: ['queue'],
      username: 'admin',
      createdAt: ctx.clock.now(),
      lastUsedAt: null,
    },
  ])
  await use(body.token, 'GET /api/v1/queue')
  expect((await admin('/api/tokens')).body[0].lastUsedAt).toBe(ctx.clock.now())
  const dump = await ctx.clinic.read(db =>
    db.all('select * from api_tokens, idempotency_keys' as never),
  )
  expect(JSON.stringify(dump)).not.toContain(body.token)
  expect(ctx.logged.join()).not.toContain(body.token)
})

test('a token ends when it is removed, and when its administrator is switched off', async () => {
  const [first, second] = [await makeToken(['queue'], 'A'), await makeToken(['queue'], 'B')]
  const route = 'GET /api/v1/queue'
  await admin.delete(`/api/tokens/${first.id}`)
  expect((await use(first.token, route)).status).toBe(401)
  expect((await use(second.token, route)).status).toBe(200)
  expect((await admin.delete(`/api/tokens/${first.id}`)).status).toBe(404)

  const other = { username: 'boss', password: 'a long password', role: 'admin' }
  const { body: boss } = await admin.post('/api/users', other)
  const client = await createSignedInClient(ctx.app, other)
  const json = { name: 'C', scopes: ['queue'] }
  const made = await client.post('/api/tokens', json)
  expect((await use(made.body.token, route)).status).toBe(200)
  await admin.patch(`/api/users/${boss.id}/status`)
  expect((await use(made.body.token, route)).status).toBe(401)
})

test('a discreet patient has no name in the queue', async () => {
  const { token } = await makeToken(['queue'])
  await admin.post('/api/patients', { name: 'XAVIERA', isDiscreet: true })
  const { body } = await use(token, 'GET /api/v1/queue')
  expect(body.patients).toMatchObject([{ number: 1, name: null, isDiscreet: true }])
  expect(JSON.stringify(body)).not.toContain('XAVIERA')
})

test('nobody tries many tokens', async () => {
  const statuses = new Set<number>()
  for (let n = 0; n < 130; n++) statuses.add((await use(`wrong${n}`, 'GET /api/v1/queue')).status)
  expect([...statuses]).toEqual([401, 429])
  const { token } = await makeToken(['queue'])
  expect((await use(token, 'GET /api/v1/queue')).status).toBe(200)
})
