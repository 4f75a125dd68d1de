import { expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS, MINUTE_MS } from '#domain/time'
import { keepReportDays } from '../../server/actions/reports.ts'
import { createBackup } from '../../server/actions/system/backups.ts'
import { cleanUp } from '../../server/actions/system/cleanup.ts'
import { startPairing } from '../../server/actions/tv/tv-pairings.ts'
import { unpack } from '../../server/storage/backup/unpack.ts'
import { saveHistory } from '../support/database/history.ts'
import { aRoomInput } from '../support/samples.ts'
import { addRoom, registerPatient } from '../support/server/actions.ts'
import { withTestApp } from '../support/server/test-app.ts'
import { confirmDate, ROOMS } from '../support/server/test-clinic.ts'
import { sendOnce, WRITE_REQUESTS } from '../support/server/write-requests.ts'
import { TIME_LIMIT_MS } from '../support/time-limit.ts'

setDefaultTimeout(TIME_LIMIT_MS)

/** The greater danger: a clinic whose only backup is refused. */
const ctx = withTestApp()

let unpackings = 0
const assertRestorable = (file: string) =>
  unpack({ file, into: join(ctx.folder, `unpacked-${unpackings++}`) })

/** As a person copies it who rescues a clinic: with sessions and stored responses. */
async function copyDatabase() {
  const frozen = await ctx.database.freezeFile()
  const copy = join(ctx.folder, 'rescued.db')
  copyFileSync(frozen.file, copy)
  await frozen.release()
  return copy
}

test('what each route writes can be restored, from a copy and from a backup', async () => {
  ctx.clinic.restartIntoRestore = async () => {}
  const admin = await ctx.admin()
  await startPairing(ctx.clinic, '192.168.1.7')
  await admin.post('/api/qr/init')
  const refused = new Map<string, string>()
  for (const [route, prepare] of Object.entries(WRITE_REQUESTS)) {
    // It would keep the next from beginning.
    if (route.endsWith('/restore')) continue
    const [method = ''] = route.split(' ')
    ctx.clock.advance(MINUTE_MS)
    const request = await prepare(admin, ctx)
    await sendOnce(admin, method, request, { 'idempotency-key': route })
    await assertRestorable(await copyDatabase()).catch(cause => refused.set(route, cause.message))
  }
  expect([...refused]).toEqual([])
  await assertRestorable(await createBackup(ctx.clinic, 'manual'))
})

test('a clinic can be restored after a write to a path that is as long as it may be', async () => {
  const admin = await ctx.admin()
  const headers = { 'idempotency-key': 'once' }
  const { status } = await admin(`/api/${'9'.repeat(15_000)}`, {
    method: 'POST',
    json: {},
    headers,
  })
  expect(status).toBe(404)
  await assertRestorable(await copyDatabase())
})

test('a history with every step, counted and then without its names, can be restored', async () => {
  const { clinic, database } = ctx
  const history = { days: 35, patientsPerDay: 10, before: '2026-11-20' }
  await database.write(tx => saveHistory(tx, history))
  await confirmDate(ctx)
  await keepReportDays(clinic)
  await cleanUp(clinic)
  await assertRestorable(await createBackup(clinic, 'manual'))
  expect(
    await database.read(db => db.all('select 1 from patients where name is null')),
  ).not.toEqual([])
})

test.each(['1970-01-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z', '2899-12-31T00:00:00.000Z'])(
  'a clinic whose clock was wrong, at %s, can be restored',
  async at => {
    const { clinic, clock } = ctx
    clock.set(at)
    const admin = await ctx.admin()
    const { id } = await registerPatient(clinic, { name: '👩‍👩‍👧‍👦 நோயாளி 陈' })
    const step = (json: object) => admin.step(id, json)
    await step({ status: 'called', windowId: ROOMS.one })
    const reason = `  Blood\u0000\u202e test${'é'.repeat(80)} `
    const { status } = await step({ status: 'requeue', requeueReason: reason, holdMinutes: 720 })
    expect(status).toBe(200)
    clock.advance(DAY_MS)
    await registerPatient(clinic, { name: 'mei', type: '\u0000' })
    await assertRestorable(await copyDatabase())
  },
)

test('a clinic whose rooms have odd names can be restored', async () => {
  const { clinic } = ctx
  const admin = await ctx.admin()
  for (const name of ['__proto__', 'X'.repeat(40), '诊'.repeat(40)]) {
    const room = await addRoom(clinic, aRoomInput(name))
    await registerPatient(clinic, { name: 'ali' })
    await admin.post(`/api/windows/${room.id}/call-next`, { finish: 'completed' })
  }
  await assertRestorable(await copyDatabase())
})
