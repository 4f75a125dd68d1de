import { describe, expect, test } from 'bun:test'
import { SCOPES, type Scope, V1_RIGHTS } from '#domain/programs/api-token'
import { clientPerTest, createSignedInClient, withTestApp } from '../../support/server/test-app.ts'
import { ROOMS } from '../../support/server/test-clinic.ts'

const ctx = withTestApp()
const admin = clientPerTest(() => ctx.admin())

async function makeToken(scopes: readonly Scope[], name = 'LAB') {
  const { body } = await admin.post('/api/tokens', { name, scopes })
  return body as { id: number; token: string }
}

async function sendAway() {
  const { id } = await admin.register('mei')
  await admin.call(id, ROOMS.one)
  await admin.step(id, { status: 'requeue', requeueReason: 'XRAY' })
  return id
}

const BODIES = new Map<string, unknown>([
  ['POST', { name: 'ali' }],
  ['PUT', [{ time: '10:30', name: 'ali' }]],
])

const REPORT = 'from=2026-11-20&to=2026-11-20'

async function use(token: string, route: string, headers: Record<string, string> = {}) {
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern
    .replace(':id', pattern.includes(':id') ? `${await sendAway()}` : '')
    .replace(':day', '2026-11-20')
  const json = BODIES.has(method) ? { json: BODIES.get(method) } : {}
  const query = path.endsWith('/reports') ? `?${REPORT}` : ''
  const all = { authorization: `Bearer ${token}`, ...headers }
  return ctx.signedOut(path + query, { method, headers: all, ...json })
}

describe('the rights of a token', () => {
  const cells = Object.entries(V1_RIGHTS).flatMap(([route, needed]) =>
    SCOPES.map(scope => [route, scope, needed.includes(scope)] as const),
  )

  test.each(cells)('%s with "%s" alone: %p', async (route, scope, isAllowed) => {
    const { token } = await makeToken([scope])
    const { status } = await use(token, route)
    expect(status === 200 || status === 201).toBe(isAllowed)
    if (!isAllowed) expect(status).toBe(403)
  })

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
    body: { error: 'There is a program of this name' },
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

test('a registration is carried out once for a key, and the audit names the program', async () => {
  const { token } = await makeToken(['register'])
  const key = { 'idempotency-key': 'visit 17' }
  const first = await use(token, 'POST /api/v1/patients', key)
  expect((await use(token, 'POST /api/v1/patients', key)).body).toEqual(first.body)
  expect(first.body).toMatchObject({ number: 1, name: 'ALI', status: 'waiting' })
  const { body } = await admin('/api/audit?from=2026-11-20&to=2026-11-20')
  expect(body.entries).toContainEqual(
    expect.objectContaining({
      action: 'patient registered',
      subject: '#001',
      username: 'admin (LAB)',
    }),
  )
  expect(
    body.entries.filter(({ action }: { action: string }) => action === 'patient registered'),
  ).toHaveLength(1)
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
