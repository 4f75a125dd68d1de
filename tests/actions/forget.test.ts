import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '#domain/time'
import { cleanUp } from '../../server/actions/cleanup.ts'
import { getNotices } from '../../server/queries/system/notices.ts'
import { type Client, createTestApp, type TestApp } from '../support/server/test-app.ts'
import { ROOMS } from '../support/server/test-clinic.ts'

const NAME = 'XAVIERA'
const REASON = 'QUINSY'

let ctx: TestApp
let admin: Client

beforeEach(async () => {
  ctx = await createTestApp()
  admin = await ctx.admin()
})
afterEach(() => ctx.close())

async function registerAndServe() {
  const json = { name: NAME, isPriority: true, priorityReason: REASON }
  const { body } = await admin('/api/patients', {
    method: 'POST',
    json,
    headers: { 'idempotency-key': 'a key that may be repeated' },
  })
  const step = (change: object) =>
    admin(`/api/patients/${body.id}/status`, { method: 'PATCH', json: change })
  await step({ status: 'called', windowId: ROOMS.one })
  await step({ status: 'requeue', requeueReason: REASON })
  return body.id as number
}

/** The files of the data folder in which a text occurs, but for the backups. */
async function findFilesWith(text: string) {
  // As the program does it every minute.
  await ctx.clinic.checkpointIfDue(Date.parse(ctx.clock.now()) + 61_000)
  return readdirSync(ctx.folder, { recursive: true, encoding: 'utf8' })
    .filter(name => !name.startsWith('backups'))
    .filter(name => statSync(join(ctx.folder, name)).isFile())
    .filter(name => readFileSync(join(ctx.folder, name)).includes(text))
}

async function report() {
  const day = 'from=2026-11-20&to=2026-11-20'
  return (await admin(`/api/reports?${day}&by=room`)).body.rows
}

test('after 30 days no file of the data folder has the name or a reason; numbers stay', async () => {
  await registerAndServe()
  expect(await findFilesWith(NAME)).toEqual(['clinic.db'])
  const before = await report()
  ctx.clock.advance(30 * DAY_MS)
  admin = await ctx.admin()
  await cleanUp(ctx.clinic)
  expect(await findFilesWith(NAME)).toEqual(['clinic.db'])
  ctx.clock.advance(DAY_MS)
  admin = await ctx.admin()
  await cleanUp(ctx.clinic)
  expect([await findFilesWith(NAME), await findFilesWith(REASON)]).toEqual([[], []])
  expect(await report()).toEqual(before)
  expect(ctx.logged.join()).toContain('"message":"old names removed","patients":1')
  expect(ctx.logged.join()).not.toContain(NAME)
})

test('an administrator keeps names for ever, and is reminded of it', async () => {
  const settings = [{ key: 'keepNamesDays', value: 'all', category: 'display' }]
  expect((await getNotices(ctx.clinic)).join()).not.toContain('names')
  await admin('/api/settings', { method: 'PUT', json: { settings } })
  await registerAndServe()
  ctx.clock.advance(400 * DAY_MS)
  await cleanUp(ctx.clinic)
  expect(await findFilesWith(NAME)).toEqual(['clinic.db'])
  expect((await getNotices(ctx.clinic)).join()).toContain('names are kept for ever')
})

test('one patient of today is forgotten: in every answer, in a repeated one and on the disk', async () => {
  const id = await registerAndServe()
  const { status, body } = await admin(`/api/patients/${id}/forget`, { method: 'POST' })
  expect([status, body.name, body.priorityReason, body.requeueReason]).toEqual([
    200,
    null,
    null,
    null,
  ])
  expect([body.number, body.status, body.isPriority]).toEqual([1, 'requeue', true])
  const repeated = await admin('/api/patients', {
    method: 'POST',
    json: { name: NAME, isPriority: true, priorityReason: REASON },
    headers: { 'idempotency-key': 'a key that may be repeated' },
  })
  expect([repeated.body.id, repeated.body.name]).toEqual([id, null])
  const answers = [await admin('/api/patients'), await admin('/api/dashboard/history')]
  expect(JSON.stringify(answers)).not.toMatch(/XAVIERA|QUINSY/)
  const undo = await admin(`/api/patients/${id}/undo`, { method: 'POST', json: { seenSteps: 3 } })
  expect(undo.status).toBe(409)
  expect([await findFilesWith(NAME), await findFilesWith(REASON)]).toEqual([[], []])
  expect((await admin('/api/patients/999/forget', { method: 'POST' })).status).toBe(404)
})
