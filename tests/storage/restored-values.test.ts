import { Database } from 'bun:sqlite'
import { afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createBackup } from '../../server/actions/system/backups.ts'
import { unpack } from '../../server/storage/backup/unpack.ts'
import { runInWorker } from '../../server/storage/backup/worker-client.ts'
import { saveHistory } from '../support/database/history.ts'
import { getRejectionMessage } from '../support/domain-errors.ts'
import { createPng } from '../support/files/images.ts'
import {
  changePatientStatus,
  changeTvOptions,
  createApiToken,
  createTvDevice,
  registerPatient,
  uploadImage,
} from '../support/server/actions.ts'
import { ADMIN, createTestClinic, ROOMS } from '../support/server/test-clinic.ts'

const PREFIX = 'This backup cannot be used: '
const NOT_OURS = `${PREFIX}its tables are not those of this program`

let folder: string
let good: Buffer
let count = 0

beforeAll(async () => {
  const { clinic, database, close } = await createTestClinic()
  await database.write(tx => saveHistory(tx, { days: 2, patientsPerDay: 5, before: '2026-11-20' }))
  const patient = await registerPatient(clinic, { name: '陈伟明' })
  const call = { status: 'called', windowId: ROOMS.one } as const
  await changePatientStatus(clinic, patient.id, call)
  const { device } = await createTvDevice(clinic, { userId: ADMIN.id, name: 'Hall' })
  await changeTvOptions(clinic, device.id, { rooms: [ROOMS.one] })
  await createApiToken(clinic, { name: 'Kiosk', scopes: ['register'] })
  await uploadImage(clinic, { bytes: createPng({ width: 4, height: 4 }), fileName: 'a.png' })
  await database.write(async tx => {
    for (const statement of MORE_ROWS) await tx.run(statement)
  })
  good = gunzipSync(readFileSync(await createBackup(clinic, 'manual')))
  await close()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-values-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const SUMS = '{"hours":{"9":{"n":1,"waits":{"3":1},"missed":0,"noShow":0}},"rooms":{}}'
const MORE_ROWS = [
  `insert into report_days values ('2026-11-18', '${SUMS}')`,
  `insert into audit (at, action) values ('2026-11-20T02:00:00.000Z', 'signed in')`,
  `insert into queue_resets (day, at, deleted_count) values ('2026-11-18', '2026-11-18T02:00:00.000Z', 0)`,
  // Version 1.1.0 wrote these two tables, which a restore leaves out.
  `insert into tv_days values (1, '2026-11-18', 1, 0, 0)`,
  `insert into prayer_days values ('2026-11-20', 'WLY01', 346, 782, 985, 1137, 1211)`,
  `insert into voice_recordings values ('en', 'room-2', x'00', '2026-11-20T02:00:00.000Z')`,
]

/** A database file of its own, after these statements. */
function change(...statements: string[]) {
  const file = join(folder, `changed-${count++}.db`)
  writeFileSync(file, good)
  const database = new Database(file)
  database.run('pragma ignore_check_constraints = on')
  for (const statement of statements) database.run(statement)
  database.close()
  return file
}

const input = (file: string) => ({ file, into: join(folder, `inside-${count++}`) })

const getRefusal = (file: string) => getRejectionMessage(unpack(input(file)))

const getError = (...statements: string[]) => getRefusal(change(...statements))

const HIGHEST = '9223372036854775807'

const HASH = '$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHRzb21l$'
const TALLY = '{"n":1,"waits":{},"missed":0,"noShow":0}'

// One value for each kind of column, and for each way of being wrong.
test.each([
  ['audit', 'id', HIGHEST],
  ['patients', 'series', '9007199254740993'],
  ['patients', 'day', "'2026-02-30'"],
  ['patients', 'day', "''"],
  ['patients', 'registered_at', "'2026-11-31T02:00:00.000Z'"],
  ['patients', 'called_at', "'9999-11-20T02:00:00.000Z'"],
  ['patients', 'name', "cast(x'ff41' as text)"],
  ['patients', 'name', "x'4142'"],
  ['patients', 'type', 'hex(zeroblob(100000))'],
  ['patients', 'is_discreet', 2],
  ['patients', 'reset_id', -1],
  ['patients', 'missed_count', 0.5],
  ['patients', 'missed_count', "'many'"],
  ['journey', 'room_name', "cast(x'e2' as text)"],
  ['calls', 'called_at', 5],
  ['rooms', 'spoken_as', "'palace'"],
  ['users', 'password_hash', `'${HASH}' || hex(zeroblob(16))`],
  ['users', 'password_hash', "'secret'"],
  ['tv_devices', 'options', "'{'"],
  ['tv_devices', 'options', `'{"rooms":[1e300]}'`],
  ['api_tokens', 'scopes', `'["everything"]'`],
  ['undoable_steps', 'state', `'{"status":"called"}'`],
  ['undoable_steps', 'counted_down', `'[null]'`],
  ['report_days', 'sums', `'{"hours":{"24":${TALLY}},"rooms":{}}'`],
  ['report_days', 'sums', `'{"hours":{"9":${TALLY.replace('1', '1e300')}},"rooms":{}}'`],
  ['report_days', 'sums', `'{"hours":{},"rooms":{"Room 1":${TALLY}}}'`],
  ['secrets', 'value', "''"],
  ['media', 'mime', "'text/html'"],
  ['media', 'filename', "'a' || char(10) || 'b'"],
  ['media_parts', 'bytes', "'text'"],
  ['media_parts', 'bytes', 'zeroblob(5000000)'],
  ['settings', 'value', "x'00'"],
  ['queue_resets', 'deleted_count', HIGHEST],
])('%s.%s = %s is named', async (table, column, value) => {
  const last = `(select max(rowid) from ${table})`
  const file = change(`update ${table} set ${column} = ${value} where rowid = ${last}`)
  const database = new Database(file, { readonly: true })
  const { row } = database.query(`select cast(${last} as text) as row`).get() as { row: string }
  database.close()
  expect(await getRefusal(file)).toBe(
    `${PREFIX}the table ${table}, row ${row}, column ${column}, has a value that this program never writes`,
  )
})

/** Bytes of the same length, where SQLite itself would not write them. */
function edit(file: string, from: string, to: string) {
  const text = readFileSync(file, 'latin1')
  expect([text.includes(from), from.length]).toEqual([true, to.length])
  writeFileSync(file, Buffer.from(text.replaceAll(from, to), 'latin1'))
  return file
}

test.each(['sqlite_stat1', 'sqlite_sequence', 'sqlite_other'])(
  'a trigger named %s is refused',
  async name => {
    const allowed = name.replace('sqlite', 'xqlite')
    const file = change(
      `create trigger ${allowed} after delete on sessions begin update users set password_hash = 'x'; end`,
    )
    expect(await getRefusal(edit(file, allowed, name))).toBe(NOT_OURS)
  },
)

test('a file whose schema has weaker rules, another spelling, and other pragmas is used', async () => {
  let file = change('pragma page_size = 8192', 'vacuum', 'pragma user_version = 7')
  for (const [from, to] of [
    ['name` text NOT NULL,\n\t`is_active', 'name` text         ,\n\t`is_active'],
    [`trim("rooms"."name") <> ''`, `trim("rooms"."name") <> 10`],
    ['CREATE TABLE `users`', 'CREATE table `users`'],
    ['users_role_check', 'users_role_chec\xff'],
  ] as const) {
    file = edit(file, from, to)
  }
  await runInWorker('unpack', input(file))
})

test.each([
  "update __drizzle_migrations set id = cast(x'ff' as text) where rowid = 1",
  `update __drizzle_migrations set created_at = ${HIGHEST}`,
  'delete from __drizzle_migrations',
  'drop table __drizzle_migrations',
])('migrations that cannot be read are refused: %s', async statement => {
  expect(await getError(statement)).toStartWith(PREFIX)
})

test.each([
  ['patients', 'update patients set number = 0 where id = 1'],
  ['rooms', 'drop index rooms_name_unique; update rooms set name = 1'],
  [
    'audit',
    'create table other (id, at, user_id, username, address, action, subject, detail); drop table audit; alter table other rename to audit; insert into audit (id, action) values (1, 2)',
  ],
])('rows that break a rule of the table %s are refused', async (table, statements) => {
  expect(await getError(...statements.split('; '))).toBe(
    `${PREFIX}the table ${table} has a row that this program never writes`,
  )
})

test.each([
  [
    'statistics of another planner',
    "insert into sqlite_stat1 values ('patients', null, 'unordered 1')",
  ],
  ['ids of tables that are gone', "insert into sqlite_sequence values ('gone', 7)"],
])('a file with %s is used without them', async (_, statement) => {
  const into = join(folder, 'inside')
  await runInWorker('unpack', { file: change('analyze', statement), into })
  const file = join(into, 'clinic.db')
  const by = { user: null, address: null }
  const at = '2026-11-23T09:00:00.000Z'
  const restore = { file, sequences: { calls: 900, audit: 500 }, name: 'x', at, by }
  await runInWorker('finish', restore)
  // A power cut may repeat the last step.
  await runInWorker('finish', restore)
  const database = new Database(file, { readonly: true })
  const query = (sql: string) => database.query(sql).values()
  expect(query("select name from sqlite_master where name like 'sqlite_stat%'")).toEqual([])
  const sequences = Object.fromEntries(query('select name, seq from sqlite_sequence'))
  expect(sequences).toMatchObject({ calls: 900, audit: 501, users: 2 })
  expect(sequences).not.toHaveProperty('gone')
  expect(query("select id, subject from audit where action = 'data restored'")).toEqual([
    [501, 'x'],
  ])
  database.close()
})

test('odd values that the program can read are used', async () => {
  const room = '"rooms":{"__proto__":{"n":1,"waits":{},"missed":0,"noShow":0,"services":{}}}'
  const file = change(
    `update report_days set sums = '${SUMS.replace('"rooms":{}', room)}'`,
    `update tv_devices set options = '{"later":true}'`,
    `update settings set rowid = ${HIGHEST} where rowid = 1`,
    "update settings set value = 'loud'",
    "update journey set requeue_reason = 'A' || char(0)",
    "update patients set registered_at = '1970-01-01T00:00:00.000Z', day = '1969-12-31', series = id",
  )
  await runInWorker('unpack', input(file))
})
