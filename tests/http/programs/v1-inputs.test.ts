import { beforeEach, expect, test } from 'bun:test'
import { PATIENT_FIELD_NAMES } from '#domain/patients/patient-fields'
import { SCOPES } from '#domain/programs/api-token'
import { clientPerTest, withTestApp } from '../../support/server/test-app.ts'

const ctx = withTestApp()
const admin = clientPerTest(() => ctx.admin())
let token: string
beforeEach(async () => {
  const json = { name: 'LAB', scopes: SCOPES }
  token = (await admin.post('/api/tokens', json)).body.token
})

const send = (method: string, path: string, json?: unknown, headers = {}) =>
  ctx.signedOut(`/api/v1${path}`, {
    ...{ method, json, headers: { authorization: `Bearer ${token}`, ...headers } },
  })
const register = (json: unknown, headers = {}) => send('POST', '/patients', json, headers)
const countPatients = async () => (await admin('/api/patients')).body.length

const KNOWN = `Allowed fields: ${[...PATIENT_FIELD_NAMES, 'number', 'type', 'isPriority', 'isDiscreet', 'queueId'].join(', ')}`

test.each([
  [{ nama: 'SITI' }, 'nama'],
  [{ name: 'SITI', isDiscrete: true }, 'isDiscrete'],
  [{ name: 'SITI', ' name': 'ALI' }, 'name'],
  [{ [`x\u202e\n${'y'.repeat(60)}`]: 1 }, `x ${'y'.repeat(37)}`],
  [JSON.parse('{"__proto__": {"name": "SITI"}}'), '__proto__'],
])(
  '%j is no patient without a name: the field is named, and the known ones',
  async (json, field) => {
    const { status, body } = await register(json)
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: `Unknown field: ${field}. ${KNOWN}`, field },
    })
    expect(await countPatients()).toBe(0)
  },
)

test.each([[[]], [null], ['SITI'], [7]])('a body of %j is refused', async json => {
  const { status, body } = await register(json)
  expect({ status, body }).toEqual({
    status: 400,
    body: { error: 'The body must be a JSON object' },
  })
})

test.each([
  [
    'GET',
    '/reports?from=2026-11-20&to=2026-11-20&group=hour',
    'group',
    'Allowed fields: from, to, by',
  ],
  ['GET', '/queue?status=waiting', 'status', 'No fields are allowed here'],
  ['GET', '/events?since=4', 'since', 'No fields are allowed here'],
  ['POST', '/patients?dryRun=1', 'dryRun', 'No fields are allowed here'],
])('%s %s is refused', async (method, path, field, known) => {
  const json = method === 'POST' ? { name: 'SITI' } : undefined
  const { status, body } = await send(method, path, json)
  const error = `Unknown field: ${field}. ${known}`
  expect({ status, body }).toEqual({ status: 400, body: { error, field } })
  expect(await countPatients()).toBe(0)
})

test('a refused request may be corrected with its key, which stores nothing of it', async () => {
  const key = { 'idempotency-key': 'visit 1' }
  expect((await register({ 'SITI AMINAH': 'name' }, key)).status).toBe(400)
  const dump = await ctx.database.read(db => db.all('select * from idempotency_keys' as never))
  expect(JSON.stringify(dump)).not.toContain('SITI')
  const right = await register({ name: 'SITI' }, key)
  expect(right.status).toBe(201)
  expect((await register({ name: 'SITI' }, key)).body).toEqual(right.body)
  expect(await countPatients()).toBe(1)
})

test("the screens' own routes ignore a field that a page of another version sends", async () => {
  const json = { name: 'SITI', ofALaterVersion: 1 }
  expect((await admin.post('/api/patients', json)).status).toBe(201)
})

test('a token may be pasted in capitals and with spaces', async () => {
  for (const authorization of [`Bearer   ${token} `, `bearer ${token.toUpperCase()}`]) {
    expect((await send('GET', '/queue', undefined, { authorization })).status).toBe(200)
    expect((await send('GET', '/events', undefined, { authorization })).status).toBe(200)
  }
})

test('the schema says how long a name and a reason may be, and 25 code points always fit', async () => {
  const { body } = await ctx.signedOut('/api/v1/openapi.json')
  const { NewPatient } = body.components.schemas
  expect(NewPatient.additionalProperties).toBe(false)
  const [name, reason] = [NewPatient.properties.name, NewPatient.properties.priorityReason]
  expect(name.anyOf[0]).toMatchObject({ type: 'string', maxLength: 25 })
  expect(reason.anyOf[0]).toMatchObject({ type: 'string', maxLength: 100 })
  expect(name.anyOf[0].description).toContain('as people count them')
})

test.each([
  ['26 letters', 'x'.repeat(26), false],
  ['25 Tamil letters with a vowel sign', '\u0b95\u0bbf'.repeat(25), true],
  ['26 Tamil letters with a vowel sign', '\u0b95\u0bbf'.repeat(26), false],
  ['25 letters beyond 16 bits', '\u{20000}'.repeat(25), true],
  ['letters that grow in upper case', '\u00df'.repeat(13), false],
  ['25 letters in many spaces', ` ${'x  '.repeat(13).trim()}\u3000 `, true],
])('a name of %s', async (_, name, isAccepted) => {
  const { status, body } = await register({ name })
  if (isAccepted) return expect(status).toBe(201)
  expect({ status, body }).toEqual({
    status: 400,
    body: { error: 'Name must be at most 25 characters', field: 'name' },
  })
})
