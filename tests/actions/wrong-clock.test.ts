import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { listReportDays } from '#db/repositories/report-days'
import { createPairing } from '#db/repositories/tv/tv-pairings'
import { audit, sessions } from '#db/schema/index'
import { NOBODY } from '#domain/audit/audit-entry'
import { DAY_MS, HOUR_MS, MINUTE_MS, YEAR_MS } from '#domain/time'
import { startQrLogin } from '../../server/actions/qr-login.ts'
import { keepReportDays } from '../../server/actions/reports.ts'
import { createBackup, runNightlyBackupIfDue } from '../../server/actions/system/backups.ts'
import { cleanUp } from '../../server/actions/system/cleanup.ts'
import { getPatients } from '../../server/queries/queue.ts'
import { createSteadyTime } from '../../server/storage/steady-time.ts'
import { write } from '../../server/write.ts'
import { saveHistory } from '../support/database/history.ts'
import { createPng } from '../support/files/images.ts'
import {
  callNext,
  changePatientStatus,
  deleteRoom,
  registerPatient,
  resetQueue,
  undoStep,
  uploadImage,
} from '../support/server/actions.ts'
import { type Client, withTestApp } from '../support/server/test-app.ts'
import { confirmDate, ROOMS } from '../support/server/test-clinic.ts'

const TODAY = '2026-11-20'
const JUMPS = [DAY_MS, 40 * DAY_MS, 400 * DAY_MS, 10 * YEAR_MS].flatMap(ms => [ms, -ms])

const ctx = withTestApp()
let admin: Client
let ali: number
let mei: number

beforeEach(async () => {
  admin = await ctx.admin()
  await fillClinic()
})

/** Everything that goes by age: some of it new, some just before its end. */
async function fillClinic() {
  const { clinic, database } = ctx
  await database.write(tx => saveHistory(tx, { days: 9, patientsPerDay: 5, before: TODAY }))
  await confirmDate(ctx)
  await keepReportDays(clinic)
  for (let number = 0; number < 3; number++) {
    await createBackup(clinic, 'manual')
    ctx.clock.advance(1_000)
  }
  const headers = { 'idempotency-key': 'a key' }
  const json = { name: 'ali', isPriority: true, priorityReason: 'ELDERLY' }
  ali = (await admin.post('/api/patients', json, { headers })).body.id
  mei = (await registerPatient(clinic, { name: 'mei' })).id
  await registerPatient(clinic, { name: 'siti' })
  const change = (id: number, to: Parameters<typeof changePatientStatus>[2]) =>
    changePatientStatus(clinic, id, to)
  await change(mei, { status: 'called', windowId: ROOMS.two })
  await change(mei, { status: 'missed' })
  await change(ali, { status: 'called', windowId: ROOMS.one })
  await uploadImage(clinic, { bytes: createPng({}), fileName: 'logo.png', name: 'clinic-logo' })
  const asker = { browser: 'Chrome', address: '10.0.0.1' }
  await write(clinic, NOBODY, tx => startQrLogin(tx, asker))
  await admin.post('/api/tv-devices', { userId: 1, name: 'Hall' })
  const endsAt = Date.parse(ctx.clock.now()) + MINUTE_MS
  const pairing = { idHash: 'i', tokenHash: 't', code: 'ACDEFG', address: '10.0.0.1', endsAt }
  await database.write(async tx => {
    await createPairing(tx, pairing)
    await tx.insert(audit).values({ id: 0, at: inDays(-364), action: 'queue reset' })
  })
}

const inDays = (days: number) => new Date(Date.parse(ctx.clock.now()) + days * DAY_MS).toISOString()

/** What the program does by itself, each minute. */
async function run(ms: number, stepMs = MINUTE_MS) {
  for (let left = ms; left > 0; left -= stepMs) {
    ctx.clock.advance(Math.min(left, stepMs))
    await cleanUp(ctx.clinic)
    await runNightlyBackupIfDue(ctx.clinic)
  }
}

/** All rows of the clinic, except the day of the last clean-up. */
async function dump() {
  const all: Record<string, unknown[]> = {}
  await ctx.database.read(async db => {
    const tables = await db.all<{ name: string }>(
      sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`,
    )
    for (const { name } of tables) {
      if (name === 'secrets') continue
      all[name] = await db.all(sql`select * from ${sql.identifier(name)} order by rowid`)
    }
  })
  return all
}

const listBackups = async () => (await ctx.clinic.backupStore?.list())?.map(({ name }) => name)
const names = async () =>
  (
    await ctx.database.read(db =>
      db.all<{ name: string | null }>(sql`select name from patients order by id`),
    )
  ).map(row => row.name)

describe.each(JUMPS)('a clock that is wrong by %d ms', ms => {
  test('for a minute destroys nothing, and all is as before', async () => {
    const before = await dump()
    const backups = await listBackups()
    ctx.clock.jump(ms)
    await run(65_000, 65_000 / 2)
    expect(await dump()).toEqual(before)
    ctx.clock.jump(-ms)
    await run(1_000)
    expect(await dump()).toEqual(before)
    expect(await listBackups()).toEqual(expect.arrayContaining(backups ?? []))
    expect((await admin('/api/auth/me')).status).toBe(200)
    expect((await getPatients(ctx.clinic)).map(({ name }) => name)).toEqual(['ALI', 'MEI', 'SITI'])
    expect(await undoStep(ctx.clinic, ali, { seenSteps: 2 })).toMatchObject({
      name: 'ALI',
      status: 'waiting',
    })
  })

  test('and of a program that is started with it destroys nothing either', async () => {
    const before = await dump()
    ctx.clock.jump(ms)
    // A new process did not see the jump.
    Object.assign(ctx.clinic, { steadyMs: createSteadyTime(ctx.clock.now, ctx.clock.steadyNow) })
    await cleanUp(ctx.clinic)
    await run(50_000)
    expect(await dump()).toEqual(before)
  })

  test('keeps the rows that a desk writes meanwhile', async () => {
    ctx.clock.jump(ms)
    admin = await ctx.admin()
    const json = { name: 'during' }
    await admin.post('/api/patients', json)
    await run(MINUTE_MS)
    ctx.clock.jump(-ms)
    admin = await ctx.admin()
    await run(2 * HOUR_MS, 10 * MINUTE_MS)
    await registerPatient(ctx.clinic, { name: 'after' })
    await cleanUp(ctx.clinic)
    expect((await names()).slice(-5)).toEqual(['ALI', 'MEI', 'SITI', 'DURING', 'AFTER'])
    const lines = await ctx.database.read(db => db.select().from(audit))
    expect(lines.filter(({ action }) => action === 'patient registered')).toHaveLength(2)
  })
})

test.each([40 * DAY_MS, 10 * YEAR_MS])(
  'a clock that is ahead by %d ms deletes nothing for days, until someone confirms its date',
  async ms => {
    // Steps and QR codes live for minutes.
    const dumpOld = async () => ({ ...(await dump()), undoable_steps: [], qr_sessions: [] })
    const before = await dumpOld()
    ctx.clock.jump(ms)
    await run(3 * DAY_MS, HOUR_MS)
    expect(await dumpOld()).toEqual(before)
    await confirmDate(ctx)
    await run(HOUR_MS, HOUR_MS)
    const all = await names()
    expect(all.slice(-3)).toEqual(['ALI', 'MEI', 'SITI'])
    expect(all.filter(name => name === null)).toHaveLength(45)
    expect(await ctx.database.read(db => db.$count(sessions))).toBe(0)
    // Holds of the last day with patients stay.
    const held = await ctx.database.read(db =>
      db.query.patients.findFirst({ where: sql`id = ${mei}` }),
    )
    expect(held).toMatchObject({ status: 'requeue', holdKind: 'missed' })
  },
)

test('a clock that is ahead by six days takes names six days early, and rows after an hour', async () => {
  ctx.clock.advance(20 * DAY_MS)
  await confirmDate(ctx)
  await registerPatient(ctx.clinic, { name: 'newest' })
  await run(HOUR_MS, HOUR_MS)
  expect(await names()).not.toContain(null)
  admin = await ctx.admin()
  const dumpRows = async () => ({ ...(await dump()), patients: [], journey: [] })
  const before = await dumpRows()
  ctx.clock.jump(6 * DAY_MS)
  await run(HOUR_MS)
  expect(await dumpRows()).toEqual(before)
  const early = (await names()).filter(name => name === null).length
  expect(early).toBe(25)
  ctx.clock.jump(-6 * DAY_MS)
  await run(HOUR_MS + MINUTE_MS)
  expect((await names()).filter(name => name === null)).toHaveLength(early)
})

test('a day that a wrong clock closed early is counted again when it is over', async () => {
  const days = async () =>
    (await ctx.database.read(db => listReportDays(db, TODAY, '~'))).map(({ day }) => day)
  ctx.clock.jump(3 * DAY_MS)
  await registerPatient(ctx.clinic, { name: 'during' })
  await keepReportDays(ctx.clinic)
  await cleanUp(ctx.clinic)
  expect(await days()).toEqual([TODAY])
  ctx.clock.jump(-3 * DAY_MS)
  await registerPatient(ctx.clinic, { name: 'right again' })
  await keepReportDays(ctx.clinic)
  expect(await days()).toEqual([])
})

test('a call, a reset and a deleted room leave the rooms of the right day alone', async () => {
  const inRooms = () =>
    ctx.database.read(db =>
      db.all(sql`select id, window_id from patients where window_id is not null`),
    )
  ctx.clock.jump(40 * DAY_MS)
  const during = await registerPatient(ctx.clinic, { name: 'during' })
  const to = { status: 'called', windowId: ROOMS.two } as const
  await changePatientStatus(ctx.clinic, during.id, to)
  await callNext(ctx.clinic, ROOMS.two, { finish: 'completed' })
  await resetQueue(ctx.clinic)
  await deleteRoom(ctx.clinic, ROOMS.two)
  expect(await inRooms()).toEqual([{ id: ali, window_id: ROOMS.one }])
  // Who is called into the room comes in the place of whom no screen shows.
  const { id } = await registerPatient(ctx.clinic, { name: 'again' })
  await changePatientStatus(ctx.clinic, id, { ...to, windowId: ROOMS.one })
  expect(await inRooms()).toEqual([{ id, window_id: ROOMS.one }])
})

test('with a clock that was behind for days, its names and lines live as long as others', async () => {
  ctx.clock.jump(-10 * YEAR_MS)
  admin = await ctx.admin()
  await admin.post('/api/patients', { name: 'behind' })
  await run(HOUR_MS, 10 * MINUTE_MS)
  for (const name of ['second day', 'third day']) {
    ctx.clock.advance(DAY_MS)
    await registerPatient(ctx.clinic, { name })
  }
  ctx.clock.jump(10 * YEAR_MS)
  const later = async (days: number, name: string) => {
    ctx.clock.advance(days * DAY_MS)
    await confirmDate(ctx)
    await registerPatient(ctx.clinic, { name })
    await cleanUp(ctx.clinic)
  }
  await later(1, 'next')
  await later(26, 'much later')
  const behind = ['BEHIND', 'SECOND DAY', 'THIRD DAY']
  expect((await names()).slice(-6)).toEqual(['SITI', ...behind, 'NEXT', 'MUCH LATER'])
  await later(6, 'last')
  expect((await names()).slice(-4)).toEqual([null, null, 'MUCH LATER', 'LAST'])
  const countLines = async () => (await dump()).audit?.length
  expect(await countLines()).toBe(5)
  await later(365, 'a year later')
  expect(await countLines()).toBe(0)
})
