import { beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { DatabaseLockedError, getSqliteCode, isConstraintError } from '#db/connection/errors'
import { runInOwnProcess } from '../support/database/own-process.ts'
import { registerPatient } from '../support/server/actions.ts'
import { ROOMS, withTestClinic } from '../support/server/test-clinic.ts'

const ctx = withTestClinic()

beforeEach(async () => {
  await registerPatient(ctx.clinic, { name: 'ali' })
  await registerPatient(ctx.clinic, { name: 'mei' })
})

const IN_ROOM_1 = `status = 'called', called_at = '2026-11-20', window_id = ${ROOMS.one}`

// Each of these is an invalid state that the database itself rejects.
const WRONG: [string, ...string[]][] = [
  ['a number twice a day', `update patients set number = 1 where id = 2`],
  [
    'two patients in one room',
    `update patients set ${IN_ROOM_1} where id = 1`,
    `update patients set ${IN_ROOM_1} where id = 2`,
  ],
  ['a waiting patient in a room', `update patients set window_id = ${ROOMS.one} where id = 1`],
  [
    'a deleted patient in a room',
    `update patients set ${IN_ROOM_1} where id = 1`,
    `update patients set deleted_at = 'x' where id = 1`,
  ],
  ['a called patient who was never called', `update patients set status = 'called' where id = 1`],
  ['a status that does not exist', `update patients set status = 'lost' where id = 1`],
  [
    'a completed patient who waits for medicine',
    `update patients set status = 'completed', ready_for_dispensary = 1 where id = 1`,
  ],
  ['a return without a reason', `update patients set status = 'requeue' where id = 1`],
  ['a priority without a reason', `update patients set is_priority = 1 where id = 1`],
  ['a name without end', `update patients set name = '${'x'.repeat(101)}' where id = 1`],
  ['number 0', `update patients set number = 0 where id = 1`],
  [
    'a room that is not there',
    `update patients set status = 'called', called_at = 'x', window_id = 99`,
  ],
  ['two rooms of one name', `insert into rooms (name, is_permanent) values ('ROOM 1', 0)`],
  [
    'two users of one name',
    `insert into users (username, folded, password_hash, role, created_at) values ('ADMIN', 'admin', '', 'user', '')`,
  ],
  ['a role that does not exist', `update users set role = 'owner' where id = 1`],
  ['a setting of no category', `insert into settings values ('theme', 'blue', 'other', '')`],
  [
    'a call of nobody',
    `insert into calls (patient_id, room_name, called_at) values (99, 'x', 'x')`,
  ],
]

test.each(WRONG)('the database rejects %s', async (_, ...statements) => {
  const run = (statement = '') => ctx.database.write(tx => tx.run(sql.raw(statement)))
  for (const before of statements.slice(0, -1)) await run(before)
  const refused = await run(statements.at(-1)).catch(cause => cause)
  expect(refused).toBeInstanceOf(Error)
  expect(isConstraintError(refused)).toBe(true)
})

async function readNames() {
  const rows = await ctx.database.read(db =>
    db.all<{ name: string }>(sql`select name from patients`),
  )
  return rows.map(row => row.name)
}

test('it is opened exclusively, with WAL, full synchronization and foreign keys', async () => {
  const pragmas = ['locking_mode', 'journal_mode', 'synchronous', 'foreign_keys']
  const values = []
  for (const name of pragmas) {
    // After a transaction, because a new connection would have lost them.
    await ctx.database.write(tx => tx.run(sql`select 1`))
    const [row] = await ctx.database.read(db => db.all<object>(sql.raw(`pragma ${name}`)))
    values.push(Object.values(row ?? {})[0])
  }
  expect(values).toEqual(['exclusive', 'wal', 2, 1])
})

test('a second process gets a DatabaseLockedError', () => {
  const output = runInOwnProcess(
    'console.log(await openDatabase(args[0]).catch(cause => cause.constructor.name))',
    `file:${join(ctx.folder, 'clinic.db')}`,
  )
  expect(output).toBe(DatabaseLockedError.name)
})

test('a read inside a transaction throws instead of waiting for ever', async () => {
  const inside = ctx.database.write(() => ctx.database.read(async () => 1))
  await expect(inside).rejects.toThrow('use its tx')
})

test('a full disk has its own error code, saves nothing partially, and writing continues with space', async () => {
  const pragma = (line: string) =>
    ctx.database.read(db => db.all<object>(sql.raw(`pragma ${line}`)))
  const [pages] = await pragma('page_count')
  await pragma(`max_page_count=${Object.values(pages ?? {})[0]}`)
  const fill = () =>
    ctx.database.write(async tx => {
      await tx.run(sql`update patients set name = 'HALF' where id = 1`)
      await tx.run(sql`insert into secrets values ('large', ${'x'.repeat(200_000)})`)
    })
  const refused = await fill().catch(cause => cause)
  expect(getSqliteCode(refused)).toStartWith('SQLITE_FULL')
  expect(await readNames()).toEqual(['ALI', 'MEI'])

  await pragma('max_page_count=1000000')
  await fill()
  expect(await readNames()).toEqual(['HALF', 'MEI'])
})
