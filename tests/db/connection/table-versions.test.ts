import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { changePatientStatus, registerPatient } from '../../support/server/actions.ts'
import { ROOMS, withTestClinic } from '../../support/server/test-clinic.ts'

const ctx = withTestClinic()

const run = (statement: string) => ctx.clinic.write(tx => tx.run(sql.raw(statement)))

test('a call changes the queue, and no session, TV or setting', async () => {
  const { clinic } = ctx
  const queue = clinic.version(['patients'])
  const others = clinic.version(['sessions', 'users', 'tv_devices', 'settings', 'rooms'])
  const { id } = await registerPatient(clinic, { name: 'ali' })
  await changePatientStatus(clinic, id, { status: 'called', windowId: ROOMS.one })
  expect(clinic.version(['patients'])).toBeGreaterThan(queue)
  expect(clinic.version(['sessions', 'users', 'tv_devices', 'settings', 'rooms'])).toBe(others)
})

test.each([
  ['update users set is_active = is_active', 'users'],
  ['INSERT OR IGNORE INTO "settings" SELECT * FROM settings', 'settings'],
  ['delete from rooms where id = -1', 'rooms'],
  // By its foreign keys.
  ['delete from users where id = -1', 'sessions'],
  ['delete from users where id = -1', 'tv_devices'],
  ['delete from rooms where id = -1', 'patients'],
  // It could be anything.
  ['with old as (select 1) delete from media where id = -1', 'media'],
  ['create temp table one (id)', 'sessions'],
] as const)('after %s what was read from %s is read again', async (statement, table) => {
  const before = ctx.clinic.version([table])
  await run(statement)
  expect(ctx.clinic.version([table])).toBeGreaterThan(before)
})

test('a write that fails changes nothing', async () => {
  const before = ctx.clinic.version(['users'])
  const failed = ctx.clinic.write(async tx => {
    await tx.run(sql`update users set is_active = is_active`)
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await ctx.clinic.write(async () => {})
  expect(ctx.clinic.version(['users'])).toBe(before)
})
