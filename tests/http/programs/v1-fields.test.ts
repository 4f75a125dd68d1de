import { beforeEach, expect, test } from 'bun:test'
import { SCOPES, type Scope, V1_RIGHTS } from '#domain/programs/api-token'
import { MINUTE_MS } from '#domain/time'
import { recordEventStream } from '../../support/realtime/event-recorder.ts'
import { ROOMS } from '../../support/server/test-clinic.ts'
import { type signIn, until, withTestServer } from '../../support/server/test-server.ts'
import { storeSettings } from '../../support/settings.ts'

const PHONE = '+60123456789'
const QUEUE = ['queue.id', 'queue.name', 'queue.prefix']
const NUMBER = ['id', 'number', 'label', 'day', ...QUEUE, 'status']
const PATIENT = [
  ...[...NUMBER, 'name', 'isPriority', 'isDiscreet', 'readyForDispensary'],
  ...['hold', 'room', 'registeredAt', 'calledAt'],
]
const under = (key: string, fields: string[]) => fields.map(field => `${key}.${field}`)

type Answer = { for: Scope; fields: string[] }

/** The first answer whose right the program has is the one that it gets. */
const ANSWERS: Record<string, Answer[]> = {
  'POST /api/v1/patients': [{ for: 'register', fields: PATIENT }],
  'POST /api/v1/patients/:id/back': [
    { for: 'queue', fields: PATIENT },
    { for: 'register', fields: NUMBER },
  ],
  'PUT /api/v1/appointments/:day': [{ for: 'register', fields: ['expected', 'checkedIn'] }],
  'GET /api/v1/queue': [
    {
      for: 'queue',
      fields: [...under('patients', PATIENT), ...under('rooms', ['id', 'name', 'isActive'])],
    },
  ],
  'GET /api/v1/queues': [{ for: 'queue', fields: ['id', 'name', 'prefix', 'roomIds', 'isActive'] }],
  'GET /api/v1/reports': [
    {
      for: 'reports',
      fields: [
        ...under('period', ['from', 'to']),
        ...under('rows', ['key', 'n', 'p50', 'p90', 'max', 'withinTarget', 'missed', 'noShow']),
      ],
    },
  ],
}

const EVENTS: Record<string, Answer> = {
  queue: { for: 'queue', fields: [] },
  call: {
    for: 'queue',
    fields: ['patientId', 'number', 'label', 'day', ...QUEUE, 'name', 'room', 'calledAt'],
  },
  'patient:next': {
    for: 'notify',
    fields: ['id', 'number', 'label', 'day', ...QUEUE, 'ticketId', 'ticketUrl', 'phone'],
  },
}

const EVENTS_ROUTE = 'GET /api/v1/events'

const COMBINATIONS = Array.from({ length: 2 ** SCOPES.length - 1 }, (_, index) =>
  SCOPES.filter((_, place) => ((index + 1) >> place) & 1),
)

const ctx = withTestServer()
let admin: Awaited<ReturnType<typeof signIn>>
let queueId: number
let back: number

beforeEach(async () => {
  admin = await ctx.admin()
  await storeSettings(ctx, { askPhone: 'true', ticketMode: 'screen' })
  const queue = { name: 'Blood', prefix: 'B', roomIds: [] }
  queueId = (await admin.post('/api/queues', queue)).body.id
  const known = { queueId, phone: PHONE }
  const { id } = await admin.register('siti', known)
  await admin.call(id, ROOMS.one)
  await admin.step(id, { status: 'requeue', requeueReason: 'X-ray' })
  ctx.clock.advance(MINUTE_MS)
  await admin.register('ravi', known)
  back = id
})

/** 'patients.name' for each field of an answer; lists are as their items. A hold differs by kind. */
function listFields(value: unknown, path = ''): string[] {
  if (Array.isArray(value) && value.length > 0)
    return [...new Set(value.flatMap(item => listFields(item, path)))]
  const isLeaf = value === null || typeof value !== 'object' || Array.isArray(value)
  if (isLeaf || /\bhold$/.test(path)) return [path]
  return Object.entries(value).flatMap(([key, inner]) =>
    listFields(inner, path === '' ? key : `${path}.${key}`),
  )
}

async function makeToken(scopes: Scope[]) {
  const name = scopes.join(' ')
  return (await admin.post('/api/tokens', { name, scopes })).body.token as string
}

function toRequest(route: string) {
  const [method = '', path = ''] = route.split(' ')
  const day = ctx.clock.now().slice(0, 10)
  const address = path.replace(':id', String(back)).replace(':day', day)
  const bodies: Record<string, unknown> = {
    'POST /api/v1/patients': { name: 'mei', queueId },
    'PUT /api/v1/appointments/:day': [{ time: '9:05', name: 'mei' }],
  }
  const query = path.endsWith('/reports') ? `?from=${day}&to=${day}&by=day` : ''
  return { method, address: address + query, body: bodies[route] }
}

async function ask(token: string, route: string, headers: Record<string, string> = {}) {
  const { method, address, body } = toRequest(route)
  const authorization = `Bearer ${token}`
  const response = await fetch(ctx.url + address, {
    method,
    headers: { authorization, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

test('every route is in this table', () => {
  expect(Object.keys(V1_RIGHTS).toSorted()).toEqual(
    [...Object.keys(ANSWERS), EVENTS_ROUTE].toSorted(),
  )
})

test.each(COMBINATIONS.map(scopes => [scopes.join(', '), scopes] as const))(
  'a program that may %s gets the fields of its rights from every route',
  async (_, scopes) => {
    const token = await makeToken(scopes)
    for (const [route, answers] of Object.entries(ANSWERS)) {
      const isOpen = V1_RIGHTS[route]?.some(scope => scopes.includes(scope)) ?? false
      const answer = answers.find(one => scopes.includes(one.for))
      const { status, body } = await ask(token, route)
      const expected = isOpen && answer ? answer.fields : ['error']
      expect([route, status < 300]).toEqual([route, isOpen])
      expect([route, ...listFields(body).toSorted()]).toEqual([route, ...expected.toSorted()])
      const text = JSON.stringify(body)
      expect([route, text.includes(PHONE)]).toEqual([route, false])
      if (!scopes.includes('queue')) expect([route, text]).toEqual([route, hideNames(text)])
    }
  },
)

const hideNames = (text: string) => text.replace(/SITI|RAVI/g, '-')

test.each(COMBINATIONS.map(scopes => [scopes.join(', '), scopes] as const))(
  'a program that may %s gets the events of its rights',
  async (_, scopes) => {
    const token = await makeToken(scopes)
    const expected = Object.entries(EVENTS).filter(([, event]) => scopes.includes(event.for))
    if (expected.length === 0) {
      expect((await ask(token, EVENTS_ROUTE)).status).toBe(403)
      return
    }
    const headers = { authorization: `Bearer ${token}` }
    const stream = recordEventStream(`${ctx.url}/api/v1/events`, '', headers)
    await until('it is connected', () => stream.received.length > 0)
    await admin.call(back, ROOMS.one)
    await admin.step(back, { status: 'completed' })
    const names = expected.map(([name]) => name)
    const got = () => new Map(stream.received.filter(([name]) => name !== 'ping'))
    await until('all events came', () => names.every(name => got().has(name)))
    stream.close()
    expect([...got().keys()].toSorted()).toEqual(names.toSorted())
    for (const [name, { fields }] of expected) {
      expect([name, ...listFields(got().get(name)).toSorted()]).toEqual([
        name,
        ...fields.toSorted(),
      ])
    }
  },
)

test('a program that may only register learns no name by ids, errors or repeated keys', async () => {
  const token = await makeToken(['register'])
  const key = { 'idempotency-key': 'back' }
  const route = 'POST /api/v1/patients/:id/back'
  const answers = [await ask(token, route, key), await ask(token, route, key)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  for (back of [1, 2, 3]) answers.push(await ask(token, route))
  expect(answers.slice(2).map(({ status }) => status)).toEqual([409, 409, 404])
  expect(JSON.stringify(answers)).not.toMatch(/SITI|RAVI/)
})

test('a repeated registration has what was sent, whatever a desk has changed since', async () => {
  const token = await makeToken(['register'])
  const key = { 'idempotency-key': 'visit 4711' }
  const first = await ask(token, 'POST /api/v1/patients', key)
  const { id } = first.body
  await admin.patch(`/api/patients/${id}`, { name: 'mei ling', isDiscreet: true })
  await admin.call(id, ROOMS.two)
  expect(await ask(token, 'POST /api/v1/patients', key)).toEqual(first)
  expect(first.body).toMatchObject({ name: 'MEI', status: 'waiting', room: null, calledAt: null })
})
