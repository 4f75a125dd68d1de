import { expect, test } from 'bun:test'
import { SESSION_RENEWAL_MS } from '../../server/security/session.ts'
import { clientPerTest, withTestApp } from '../support/server/test-app.ts'

const ctx = withTestApp()
const nurse = clientPerTest(() => ctx.nurse())

test('an unknown address is 404, a wrong method 405 with what is allowed', async () => {
  expect(await nurse('/api/nothing')).toMatchObject({ status: 404, body: { error: 'Not found' } })
  const wrong = await nurse.put('/api/patients/1/status')
  expect([wrong.status, wrong.body]).toEqual([405, { error: 'Method not allowed' }])
  expect(wrong.headers.get('allow')).toBe('PATCH')
  // Addresses are the same in capitals.
  expect((await nurse('/API/Patients')).status).toBe(200)
})

test('a request is counted under the route that answered it', async () => {
  await nurse.post('/api/patients/reset-queue')
  ctx.logged.length = 0
  await nurse.post('/api/patients/reset-queue/undo')
  await nurse.post('/api/patients/1/undo', { seenSteps: 1 })
  const routes = ctx.logged.map(line => JSON.parse(line).route).filter(Boolean)
  expect(routes).toEqual(['/api/patients/reset-queue/undo', '/api/patients/:id/undo'])
})

test('a body that is not JSON is 400, one that is too large is 413', async () => {
  const post = (body: string, type = 'application/json') =>
    nurse.post('/api/patients', undefined, { body, headers: { 'content-type': type } })
  expect(await post('name=ALI', 'text/plain')).toMatchObject({
    status: 400,
    body: { error: 'The body must be JSON' },
  })
  const huge = await post(JSON.stringify({ name: 'x'.repeat(70_000) }))
  expect([huge.status, huge.body]).toEqual([413, { error: 'The request is too large' }])
})

test('a write from another site is rejected, whatever its cookie', async () => {
  const from = (headers: Record<string, string>) =>
    nurse.post('/api/patients', { name: 'ALI' }, { headers })
  expect((await from({ origin: 'https://elsewhere.example' })).status).toBe(403)
  expect((await from({ origin: 'null' })).status).toBe(403)
  expect((await from({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect(
    (await from({ origin: 'http://renamed.example', 'sec-fetch-site': 'same-origin' })).status,
  ).toBe(201)
})

test('an internal error is sent without details and logged without a name', async () => {
  const broken = { ...ctx.clinic, write: () => Promise.reject(failedQuery()) }
  Object.assign(ctx.clinic, broken)
  const response = await nurse.post('/api/patients', { name: 'SECRET NAME' })
  expect(response.status).toBe(500)
  expect(response.body).toEqual({ error: 'Something went wrong. Please try again.' })
  expect(ctx.logged.join()).toContain('disk I/O error')
  expect(ctx.logged.join()).not.toContain('SECRET NAME')
})

/** Like Drizzle's: its message contains the parameters. */
function failedQuery() {
  const cause = new Error('disk I/O error')
  return new Error('Failed query: insert into patients params: SECRET NAME', { cause })
}

test.each(['SQLITE_FULL', 'ENOSPC'])(
  'a full disk (%s) is reported and does not stop reads',
  async code => {
    // Late enough for a session renewal, which is a write too.
    ctx.clock.advance(SESSION_RENEWAL_MS)
    const cause = Object.assign(new Error('database or disk is full'), { code })
    const failing = () => Promise.reject(new Error('Failed query', { cause }))
    Object.assign(ctx.clinic, { ...ctx.clinic, write: failing })
    const refused = await nurse.post('/api/patients', { name: 'ALI' })
    expect(refused.status).toBe(507)
    expect(refused.body.error).toStartWith('Nothing was saved: the disk')
    expect((await nurse('/api/patients')).status).toBe(200)
  },
)
