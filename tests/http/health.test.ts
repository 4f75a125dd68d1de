import { afterEach, beforeEach, expect, test } from 'bun:test'
import { HOUR_MS } from '#domain/time'
import { createBackup, deleteBackup } from '../../server/actions/system/backups.ts'
import { getBackupStatus } from '../../server/queries/backups.ts'
import { parsePrometheusText } from '../support/server/prometheus-text.ts'
import { createTestApp, type TestApp } from '../support/server/test-app.ts'
import { ROOMS } from '../support/server/test-clinic.ts'

const TOKEN = 'a-token-long-enough'
const HERE = '127.0.0.1'

let ctx: TestApp

beforeEach(async () => {
  ctx = await createTestApp()
})
afterEach(() => ctx.close())

const metrics = (headers: Record<string, string> = {}, from = HERE) =>
  ctx.signedOut('/metrics', { headers, from })

test('a signed-out client only learns that the server is healthy', async () => {
  const { status, body, headers } = await ctx.signedOut('/healthz')
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toEqual({
    ok: true,
    program: 'clinic-queue',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    uptimeSeconds: expect.any(Number),
    database: 'ok',
    storage: 'ok',
    lastBackup: null,
  })
})

test('it contains the age of the newest intact backup', async () => {
  const at = ctx.clock.now()
  await createBackup(ctx.clinic, 'manual')
  ctx.clock.advance(5 * HOUR_MS)
  expect((await ctx.signedOut('/healthz')).body.lastBackup).toEqual({ at, ageSeconds: 5 * 60 * 60 })
  const { value } = parsePrometheusText((await metrics()).body)
  expect(value('clinic_last_backup_timestamp_seconds')).toBe(Date.parse(at) / 1000)
  expect(value('clinic_database_duration_seconds_count', { work: 'freeze' })).toBe(1)

  const later = ctx.clock.now()
  await createBackup(ctx.clinic, 'manual')
  expect((await ctx.signedOut('/healthz')).body.lastBackup).toEqual({ at: later, ageSeconds: 0 })
  const [, older] = (await getBackupStatus(ctx.clinic)).backups
  await deleteBackup(ctx.clinic, older?.name ?? '')
  expect((await ctx.signedOut('/healthz')).body.lastBackup.at).toBe(later)
})

test.each([
  ['does not respond', () => Promise.reject(new Error('SECRET in the words'))],
  ['responds too late', () => new Promise(() => {})],
])('a database that %s is 503 and a sentence, and still counted', async (_, read) => {
  Object.assign(ctx.clinic, { read })
  const { status, body } = await ctx.signedOut('/healthz')
  expect([status, body.ok, body.database]).toEqual([503, false, 'The database does not respond.'])
  expect(JSON.stringify(body)).not.toContain('SECRET')
  const response = await metrics()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const { value } = parsePrometheusText(response.body)
  expect([value('clinic_database_up'), value('clinic_queue_patients')]).toEqual([0, undefined])
  expect(value('clinic_http_requests_total', { route: '/healthz', status: '503' })).toBe(1)
})

test.each([
  ['this machine', HERE, {}, 200],
  ['this machine by IPv6', '::1', { host: '[::1]:3000' }, 200],
  ['a desk', '192.168.1.20', { host: 'localhost' }, 403],
  ['a proxy on this machine', HERE, { 'x-forwarded-for': '127.0.0.1' }, 403],
  ['a page whose own name was pointed here', HERE, { host: 'rebound.example' }, 403],
  ['a token where none is configured', '192.168.1.20', bearer('undefined'), 403],
])('without a token: %s', async (_, from, headers, status) => {
  const response = await metrics(headers, from)
  expect(response.status).toBe(status)
  if (status === 403) expect(response.body.error).toStartWith('Only this machine may read')
})

test.each([
  ['the token', '192.168.1.20', bearer(TOKEN), 200],
  ['the token through a proxy', HERE, { ...bearer(TOKEN), 'x-forwarded-for': '8.8.8.8' }, 200],
  ['this machine without it', HERE, {}, 403],
  ['another one', HERE, bearer(`${TOKEN}r`), 403],
  ['it without the word', HERE, { authorization: TOKEN }, 403],
])('with a token: %s', async (_, from, headers, status) => {
  await ctx.close()
  ctx = await createTestApp({ metricsToken: TOKEN })
  const response = await metrics(headers, from)
  expect(response.status).toBe(status)
  if (status === 403) expect(JSON.stringify(response.body)).not.toContain(TOKEN)
})

test('requests are counted by their route, never by their path', async () => {
  const nurse = await ctx.nurse()
  const { body: ali } = await nurse.post('/api/patients', { name: 'ALI' })
  await nurse.call(ali.id, ROOMS.one)
  await nurse.patch('/api/patients/4711/status?name=ALI', {})
  await ctx.signedOut('/API/TV/some-token/settings')
  await ctx.signedOut('/ali/was/here')
  await ctx.signedOut('/api/ali')
  await ctx.signedOut.put('/api/auth/login')

  const { value, labelled } = parsePrometheusText((await metrics()).body)
  const count = (route: string, status: string) =>
    value('clinic_http_requests_total', { route, status })
  expect(count('/api/patients', '201')).toBe(1)
  expect(count('/api/patients/:id/status', '200')).toBe(1)
  expect(count('/api/patients/:id/status', '400')).toBe(1)
  expect(count('/api/tv/:token/settings', '404')).toBe(1)
  expect(count('unknown', '404')).toBe(2)
  expect(count('unknown', '405')).toBe(1)
  expect(labelled('route').join()).not.toMatch(/ali|4711|some-token/i)
  expect([value('clinic_database_up'), value('clinic_calls_total')]).toEqual([1, 1])
  expect(value('clinic_queue_patients', { state: 'called' })).toBe(1)
  expect(value('clinic_database_duration_seconds_count', { work: 'write' })).toBeGreaterThan(2)
})

function bearer(token: string) {
  return { authorization: `Bearer ${token}` }
}
