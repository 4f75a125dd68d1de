import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { RATES } from '../../../server/security/rate-limit.ts'
import { aRoomBody } from '../../support/samples.ts'
import { clientPerTest, type TestApp, withTestApp } from '../../support/server/test-app.ts'
import { NURSE, ROOMS, TEN_O_CLOCK } from '../../support/server/test-clinic.ts'

const ctx = withTestApp()
const admin = clientPerTest(() => ctx.admin())

type Answer = { status: number; body: { error?: string }; headers: Headers }

/** Sends until the first refusal by a limit. Returns how many were read before it. */
async function sendUntilLimited(send: (n: number) => Promise<Answer>) {
  for (let n = 0; n < 1_000; n++) {
    const { status, body, headers } = await send(n)
    if (status !== 429) continue
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    return { n, error: body.error }
  }
  throw new Error('a thousand requests were not limited')
}

const addDevice = async (name: string, kind: string): Promise<string> =>
  (await admin.post('/api/tv-devices', { userId: NURSE.id, name, kind })).body.token

const countAnswers = ({ clinic }: TestApp) =>
  clinic.read(async db => {
    const [row] = await db.all<{ n: number }>(sql`select count(*) as n from idempotency_keys`)
    return row?.n
  })

test('a kiosk stores no refusal, and is limited before its body is read', async () => {
  const token = await addDevice('Door', 'kiosk')
  const before = await countAnswers(ctx)
  const refused = { queueId: 99, language: 'en' }
  const send = (json: unknown, n: number) =>
    ctx.signedOut.post(`/api/kiosk/${token}/patients`, json, {
      headers: { 'idempotency-key': `refusal ${n}` },
    })
  expect((await send(refused, 0)).status).toBe(404)
  const { max, sentence } = RATES.kiosk
  const limited = await sendUntilLimited(n => send('not even an object', n))
  expect(limited).toEqual({ n: max - 1, error: sentence })
  expect(await countAnswers(ctx)).toBe(before)

  ctx.clock.advance(60_000)
  expect((await send({ name: 'ali', language: 'en' }, 1)).status).toBe(201)
  expect(await countAnswers(ctx)).toBe((before ?? 0) + 1)
})

test('one kiosk does not use up the limit of another', async () => {
  const [first, second] = [await addDevice('Door', 'kiosk'), await addDevice('Lift', 'kiosk')]
  const send = (token: string) => ctx.signedOut.post(`/api/kiosk/${token}/patients`, {})
  await sendUntilLimited(() => send(first))
  expect((await send(second)).status).toBe(400)
})

test('the receipts and heartbeats of one TV are limited together', async () => {
  const token = await addDevice('Hall', 'tv')
  const json = [{ sequence: 1, shownAt: TEN_O_CLOCK, sound: 'played' }]
  const paths = ['receipts', 'heartbeat'].map(name => `/api/tv/${token}/${name}`)
  const { max, sentence } = RATES['TV reports']
  const limited = await sendUntilLimited(n => ctx.signedOut.post(paths[n % 2] ?? '', json))
  expect(limited).toEqual({ n: max, error: sentence })
  // It still shows calls.
  expect((await ctx.signedOut(`/api/tv/${token}/shown-calls`)).status).toBe(200)
})

test('a receipt that is repeated tells the desks nothing', async () => {
  const token = await addDevice('Hall', 'tv')
  const { id } = await admin.register('ali')
  await admin.call(id, ROOMS.one)
  const events: string[] = []
  ctx.clinic.channel.subscribe({ onEvent: ({ name }) => void events.push(name) })
  const report = (sound: string) =>
    ctx.signedOut.post(`/api/tv/${token}/receipts`, [{ sequence: 1, shownAt: TEN_O_CLOCK, sound }])
  const countShown = () => events.filter(name => name === 'call:shown').length
  expect((await report('played')).status).toBe(200)
  while (countShown() === 0) await Bun.sleep(5)
  for (const sound of ['blocked', 'failed', 'off']) expect((await report(sound)).status).toBe(200)
  const [receipts] = ctx.clinic.tv.receipts.list()
  expect(receipts).toMatchObject({ played: 1, blocked: 0, failed: 0, off: 0 })
})

test.each([
  ['/api/windows', (n: number) => aRoomBody(`Room ${n + 10}`)],
  ['/api/queues', (n: number) => ({ name: `Queue ${n}` })],
  ['/api/tokens', () => ({})],
  ['/api/tv-devices', (n: number) => ({ name: `TV ${n}`, userId: NURSE.id })],
  ['/api/tv-devices/pair', () => ({})],
  ['/api/users', () => ({})],
  ['/api/media', () => ({})],
  ['/api/media/upload', () => ({})],
])('a user adds to %s at a limited rate', async (path, toJson) => {
  const { max, sentence } = RATES.additions
  const limited = await sendUntilLimited(n => admin.post(path, toJson(n)))
  expect(limited).toEqual({ n: max, error: sentence })
  // Whoever has reached it still works, and another user adds.
  await admin.register('ali')
  const nurse = await ctx.nurse()
  expect((await nurse.addRoom('Lab')).status).toBe(201)
})

test('rooms have a largest number', async () => {
  const rows = Array.from({ length: 497 }, (_, n) => sql`(${`R${n}`}, 1, 0)`)
  await ctx.clinic.write(tx =>
    tx.run(
      sql`insert into rooms (name, is_active, is_permanent) values ${sql.join(rows, sql`, `)}`,
    ),
  )
  expect((await admin('/api/windows')).body).toHaveLength(500)
  const sentence = 'There are 500 rooms. Delete one first.'
  const added = await admin.addRoom('One more')
  expect(added).toMatchObject({ status: 409, body: { error: sentence } })
  expect((await admin.renameRoom(ROOMS.one, 'Lab')).status).toBe(200)
})

const PERIOD = 'from=2026-11-01&to=2026-11-20'

test.each([
  `/api/reports?${PERIOD}`,
  `/api/reports/visits.csv?${PERIOD}`,
  `/api/audit/entries.csv?${PERIOD}`,
])('a user reads %s at a limited rate', async path => {
  const { max, sentence } = RATES.reports
  expect(await sendUntilLimited(() => admin(path))).toEqual({ n: max, error: sentence })
})

async function addProgram(...scopes: string[]) {
  const { token } = (await admin.post('/api/tokens', { name: 'LAB', scopes })).body
  const headers = { authorization: `Bearer ${token}` }
  return (method: string, path: string, json?: unknown) =>
    ctx.signedOut(`/api/v1${path}`, { method, json, headers })
}

test.each([
  ['programs', 'POST', '/patients'],
  ['programs', 'POST', '/patients/99/back'],
  ['lists', 'PUT', '/appointments/2026-11-20'],
  ['reports', 'GET', `/reports?${PERIOD}`],
] as const)('a program reaches its limit of %s with %s %s, and no user does', async (...row) => {
  const [name, method, path] = row
  const program = await addProgram('register', 'reports')
  const { max, sentence } = RATES[name]
  const limited = await sendUntilLimited(() =>
    program(method, path, method === 'GET' ? undefined : 0),
  )
  expect(limited).toEqual({ n: max, error: sentence })
  expect((await admin(`/api/reports?${PERIOD}`)).status).toBe(200)
  expect((await admin.put('/api/appointments/2026-11-20', [])).status).toBe(200)
})

test('a user uploads and checks lists at a limited rate', async () => {
  const { max, sentence } = RATES.lists
  const path = (n: number) => `/api/appointments/2026-11-20${n % 2 ? '?check=1' : ''}`
  expect(await sendUntilLimited(n => admin.put(path(n), []))).toEqual({ n: max, error: sentence })
})
