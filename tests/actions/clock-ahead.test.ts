import { beforeEach, describe, expect, test } from 'bun:test'
import { createPairing, findPairing } from '#db/repositories/tv/tv-pairings'
import {
  appointments,
  audit,
  idempotencyKeys,
  patients,
  qrSessions,
  sessions,
} from '#db/schema/index'
import { NOBODY } from '#domain/audit/audit-entry'
import { isOnHold } from '#domain/queue/lists'
import { DAY_MS, HOUR_MS, MINUTE_MS, YEAR_MS } from '#domain/time'
import { startQrLogin } from '../../server/actions/qr-login.ts'
import { cleanUp } from '../../server/actions/system/cleanup.ts'
import { write } from '../../server/write.ts'
import { getRejectionMessage } from '../support/domain-errors.ts'
import {
  changePatientStatus,
  deletePatient,
  registerPatient,
  undoStep,
} from '../support/server/actions.ts'
import { type Client, withTestApp } from '../support/server/test-app.ts'
import { confirmDate, ROOMS } from '../support/server/test-clinic.ts'
import { storeSettings } from '../support/settings.ts'

const PHONE = '+60123456789'
const ctx = withTestApp()
let admin: Client

beforeEach(async () => {
  await confirmDate(ctx)
  await storeSettings(ctx, { askPhone: 'true' })
  admin = await ctx.admin()
})

const register = async (name: string, phone?: string) =>
  (await admin.post('/api/patients', { name, ...(phone && { phone }) })).body.id as number
const callTo = (id: number, windowId: number) =>
  changePatientStatus(ctx.clinic, id, { status: 'called', windowId })
const listNames = async () =>
  (await ctx.database.read(db => db.select().from(patients).orderBy(patients.id))).map(
    ({ name, phone }) => [name, phone],
  )

/** What the program does by itself, each minute. */
async function run(ms: number, stepMs = MINUTE_MS) {
  for (let left = ms; left > 0; left -= stepMs) {
    ctx.clock.advance(Math.min(left, stepMs))
    await cleanUp(ctx.clinic)
  }
}

/** Works while the clock is wrong, and sets it right. */
async function whileAhead<T>(ms: number, work: () => Promise<T>) {
  ctx.clock.jump(ms)
  admin = await ctx.admin()
  await cleanUp(ctx.clinic)
  const result = await work()
  await run(MINUTE_MS)
  ctx.clock.jump(-ms)
  await cleanUp(ctx.clinic)
  admin = await ctx.admin()
  return result
}

/** The date holds for some days, and then somebody comes. */
async function pass(days: number) {
  ctx.clock.advance(days * DAY_MS)
  await confirmDate(ctx)
  await registerPatient(ctx.clinic, { name: 'later' })
  await cleanUp(ctx.clinic)
}

describe.each([HOUR_MS, DAY_MS, 7 * DAY_MS, 31 * DAY_MS, YEAR_MS])(
  'after a clock that was ahead by %d ms',
  ms => {
    test('a step can be undone for ten minutes, and a deleted number goes as soon', async () => {
      const [undone, late] = await whileAhead(ms, async () => {
        const ids = [await register('undone'), await register('late')] as const
        await callTo(ids[0], ROOMS.one)
        await callTo(ids[1], ROOMS.two)
        await deletePatient(ctx.clinic, await register('gone', PHONE))
        return ids
      })
      await run(8 * MINUTE_MS, 2 * MINUTE_MS)
      expect(await undoStep(ctx.clinic, undone, { seenSteps: 2 })).toMatchObject({
        status: 'waiting',
      })
      await run(4 * MINUTE_MS, 2 * MINUTE_MS)
      const refusal = await getRejectionMessage(undoStep(ctx.clinic, late, { seenSteps: 2 }))
      expect(refusal).toBe('This can no longer be undone')
      expect((await listNames()).at(-1)).toEqual(['GONE', null])
    })

    test('names and phone numbers go with those of the day', async () => {
      await whileAhead(ms, () => register('ahead', PHONE))
      await register('right', PHONE)
      await confirmDate(ctx)
      await cleanUp(ctx.clinic)
      expect(await listNames()).toEqual([
        ['AHEAD', PHONE],
        ['RIGHT', PHONE],
      ])
      await pass(1)
      await pass(1)
      expect((await listNames()).slice(0, 2)).toEqual([
        ['AHEAD', null],
        ['RIGHT', null],
      ])
      await pass(28)
      expect((await listNames())[0]).toEqual(['AHEAD', null])
      await pass(2)
      expect((await listNames()).slice(0, 4).map(([name]) => name)).toEqual([
        ...[null, null, null],
        'LATER',
      ])
    })

    test('sessions and stored answers go a day later', async () => {
      await whileAhead(ms, async () => {
        const headers = { 'idempotency-key': 'a key' }
        await admin.post('/api/patients', { name: 'ahead' }, { headers })
      })
      const count = (table: typeof sessions | typeof idempotencyKeys) =>
        ctx.database.read(db => db.$count(table))
      expect([await count(sessions), await count(idempotencyKeys)]).toEqual([3, 1])
      await confirmDate(ctx)
      await run(HOUR_MS, HOUR_MS)
      ctx.clock.advance(DAY_MS + HOUR_MS)
      await cleanUp(ctx.clinic)
      expect([await count(sessions), await count(idempotencyKeys)]).toEqual([0, 0])
    })
  },
)

test('the names of a list that was used go, but not those of a list for a later day', async () => {
  const upload = (day: string, name: string) =>
    admin.put(`/api/appointments/${day}`, [{ time: '11:00', name }])
  await whileAhead(31 * DAY_MS, async () => {
    await upload('2026-12-21', 'ahead')
    const [{ id }] = (await admin('/api/appointments')).body
    expect((await admin.post(`/api/appointments/${id}/check-in`)).status).toBe(201)
  })
  await upload('2026-12-22', 'expected')
  await register('right')
  const names = async () =>
    (await ctx.database.read(db => db.select().from(appointments))).map(({ name }) => name)
  await pass(1)
  expect(await names()).toEqual(['AHEAD', 'EXPECTED'])
  await storeSettings(ctx, { keepNamesDays: '7' })
  await pass(9)
  expect(await names()).toEqual([null, 'EXPECTED'])
})

test('lines of the audit by a clock that was years ahead go with the next ones', async () => {
  await whileAhead(9 * YEAR_MS, () => register('ahead'))
  await register('right')
  const count = () => ctx.database.read(db => db.$count(audit))
  const lines = await count()
  ctx.clock.advance(YEAR_MS - HOUR_MS)
  await confirmDate(ctx)
  await cleanUp(ctx.clinic)
  expect(await count()).toBe(lines)
  ctx.clock.advance(2 * HOUR_MS)
  await confirmDate(ctx)
  await cleanUp(ctx.clinic)
  expect(await count()).toBe(0)
})

test('codes and holds of a clock that was ahead are over when it is right', async () => {
  const now = () => Date.parse(ctx.clock.now())
  const { qrId, hold } = await whileAhead(YEAR_MS, async () => {
    const asker = { browser: 'Chrome', address: '10.0.0.1' }
    const { qrId } = await write(ctx.clinic, NOBODY, tx => startQrLogin(tx, asker))
    const endsAt = now() + MINUTE_MS
    const pairing = { idHash: 'i', tokenHash: 't', code: 'ACDEFG', address: '10.0.0.1', endsAt }
    await ctx.database.write(tx => createPairing(tx, pairing))
    expect(await ctx.database.read(db => findPairing(db, 'i', now()))).not.toBeNull()
    const id = await register('ahead')
    await callTo(id, ROOMS.one)
    const change = { status: 'requeue', requeueReason: 'MGTT', holdMinutes: 720 } as const
    const { hold } = await changePatientStatus(ctx.clinic, id, change)
    expect(isOnHold({ hold }, ctx.clock.now())).toBe(true)
    return { qrId, hold }
  })
  expect(isOnHold({ hold }, ctx.clock.now())).toBe(false)
  expect(await ctx.database.read(db => findPairing(db, 'i', now()))).toBeNull()
  expect([404, 410]).toContain((await admin(`/api/qr/${qrId}/status`)).status)
  await run(8 * MINUTE_MS, 2 * MINUTE_MS)
  expect(await ctx.database.read(db => db.$count(qrSessions))).toBe(0)
})

test.each([-10 * YEAR_MS, -56 * YEAR_MS, -40 * DAY_MS])(
  'a clock that is behind by %d ms for two days takes no name from the days before',
  async ms => {
    for (let day = 0; day < 3; day++) await pass(1)
    await register('today')
    const before = await listNames()
    ctx.clock.jump(ms)
    await registerPatient(ctx.clinic, { name: 'behind' })
    ctx.clock.advance(2 * DAY_MS)
    await confirmDate(ctx)
    await cleanUp(ctx.clinic)
    expect((await listNames()).map(([name]) => name)).toEqual([
      ...before.map(([name]) => name),
      'BEHIND',
    ])
  },
)
