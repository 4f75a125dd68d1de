import { Database } from 'bun:sqlite'
import { afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createClient } from '@libsql/client'
import { createBackup } from '../../server/actions/system/backups.ts'
import {
  type Description,
  readDescription,
  writeBackupFile,
} from '../../server/storage/backup/backup-file.ts'
import { findDefect } from '../../server/storage/backup/pack.ts'
import { unpack } from '../../server/storage/backup/unpack.ts'
import { runInWorker } from '../../server/storage/backup/worker-client.ts'
import { createLaterMigrations } from '../support/database/later-migrations.ts'
import { getRejectionMessage } from '../support/domain-errors.ts'
import { createTestClinic } from '../support/server/test-clinic.ts'

const PREFIX = 'This backup cannot be used: '
const NO_BACKUP = `${PREFIX}it is not a backup of this program`

let folder: string
let unpackings = 0
let good: Buffer
let description: Description
/** Where the gzipped database begins. */
let start: number

beforeAll(async () => {
  const ctx = await createTestClinic()
  const path = await createBackup(ctx.clinic, 'manual')
  good = readFileSync(path)
  description = await readDescription(path)
  start = good.indexOf(0, 10) + 11
  await ctx.close()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clinic-unpack-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function save(bytes: Uint8Array) {
  const file = join(folder, 'sent.db.gz')
  writeFileSync(file, bytes)
  // Never into the same folder twice: libSQL closes a database only when its process ends.
  return { file, into: join(folder, `inside/${unpackings++}`) }
}

/** The error message from unpacking these bytes. */
const getError = (bytes: Uint8Array) => getRejectionMessage(unpack(save(bytes)))

test('gunzip makes the database of a backup', () => {
  const database = gunzipSync(good)
  expect(database.toString('latin1', 0, 15)).toBe('SQLite format 3')
  expect(database).toHaveLength(description.bytes)
})

const cut = (length: number) => good.subarray(0, length)
const withMore = (more: Uint8Array) => Buffer.concat([good, more])
const nonsense = (text: string) => Buffer.from(text.padEnd(4096, ' '))

test.each<[string, () => Uint8Array, string]>([
  ['half of a backup', () => cut(good.length / 2), 'it is cut short'],
  ['a backup without its end', () => cut(good.length * 0.999), 'it is cut short'],
  ['nothing', () => cut(0), 'it is not a backup of this program'],
  ['fifty bytes of a backup', () => cut(50), 'it is not a backup of this program'],
  ['a word after a backup', () => withMore(Buffer.from('more')), ''],
  ['a flood of data after a backup', () => withMore(gzipSync(Buffer.alloc(64e6))), ''],
  ['another file', () => nonsense('no backup at all'), 'it is not a backup of this program'],
  ['a broken database', () => nonsense('SQLite format 3\0'), 'its database cannot be opened'],
  ['no description', () => gzipSync(gunzipSync(good)), 'it is not a backup of this program'],
])('%s is rejected', async (_, make, reason) => {
  expect(await getError(make())).toStartWith(PREFIX + reason)
})

test.each([0.001, 0.3, 0.9999])('a changed bit is found at %p of the database', async share => {
  const changed = Buffer.from(good)
  // The bytes before the tenth are gzip's own time and system, which change nothing.
  const place = start + Math.max(10, Math.floor((good.length - start) * share))
  changed[place] = (changed[place] ?? 0) ^ 4
  expect(await getError(changed)).toStartWith(PREFIX)
})

/** The backup with another description, and with a database that these statements have changed. */
async function repack(changes: object, ...statements: string[]) {
  const database = join(folder, `changed-${unpackings++}.db`)
  writeFileSync(database, gunzipSync(good))
  const client = createClient({ url: pathToFileURL(database).href })
  for (const statement of statements) await client.execute(statement)
  const file = `${database}.gz`
  const { size } = Bun.file(database)
  await writeBackupFile(file, database, { ...description, bytes: size, ...changes })
  return readFileSync(file)
}

test.each([
  ['fewer bytes', { bytes: 4096 }, `${PREFIX}it does not match its description`],
  ['more bytes', { bytes: 1e9 }, `${PREFIX}it is cut short`],
  ['another format', { format: 2 }, NO_BACKUP],
  ['another product', { product: 'x' }, NO_BACKUP],
])('a description with %s is rejected', async (_, changes, sentence) => {
  expect(await getError(await repack(changes))).toBe(sentence)
})

test.each([
  [{}, null],
  [{ integrityErrors: ['row 7 missing from index'] }, 'its database is damaged'],
  [{ foreignKeyViolations: 1 }, 'its database has rows that refer to missing rows'],
  [{ counts: { patients: 1, users: 0, calls: 3 } }, 'its database has no users'],
])('the defect of %j is %p', (changes, defect) => {
  const counts = { patients: 1, users: 2, calls: 3 }
  const intact = { integrityErrors: [], foreignKeyViolations: 0, counts }
  expect(findDefect({ ...intact, ...changes })).toBe(defect)
})

test.each([
  ['a trigger', 'create trigger x after insert on patients begin delete from calls; end'],
  ['a view', 'create view x as select * from users'],
  ['a virtual table', 'create virtual table x using fts5 (y)'],
  ['a computed column', `alter table patients add x text as (hex(zeroblob(100000000)))`],
  ['a table less', 'drop table report_days'],
  ['a column less', 'alter table users drop column created_at'],
])('a database with %s is rejected', async (_, statement) => {
  expect(await getError(await repack({}, statement))).toBe(
    `${PREFIX}its tables are not those of this program`,
  )
})

/** Several machines at a database server need the index, and sqld writes the text of a table anew. */
const OF_A_SERVER = [
  'create unique index once_each on __drizzle_migrations (created_at)',
  'create table other as select * from report_days',
  'drop table report_days',
  'create table report_days (sums TEXT NOT NULL, "day" TEXT PRIMARY KEY NOT NULL) strict',
  'insert into report_days (day, sums) select day, sums from other',
  'create index of_another_program on patients (lower(name))',
  'drop index patients_called_at',
]

test('a database that lived on a server, with other indices and spellings, is unpacked', async () => {
  const input = save(await repack({}, ...OF_A_SERVER))
  await runInWorker('unpack', input)
  const [before, after] = [`${folder}/before.db`, join(input.into, 'clinic.db')]
  writeFileSync(before, gunzipSync(good))
  expect(readAll(after)).toEqual(readAll(before))
})

/** The tables, and every row of them. */
function readAll(file: string) {
  const database = new Database(file, { readonly: true })
  const schema = database.query('select name, sql from sqlite_master order by name').all()
  const tables = (schema as { name: string; sql: string | null }[]).filter(({ sql }) =>
    sql?.startsWith('CREATE TABLE'),
  )
  const rows = tables.map(({ name }) => database.query(`select * from "${name}" order by 1`).all())
  database.close()
  return { schema, rows }
}

test('a database whose ids have run out is rejected', async () => {
  const statement = `update sqlite_sequence set seq = 9223372036854775807 where name = 'users'`
  expect(await getError(await repack({}, statement))).toBe(
    `${PREFIX}its ids are too high to be continued`,
  )
})

test('a backup of an older version is upgraded and unpacked', async () => {
  const migrations = createLaterMigrations(folder, 1)
  await runInWorker('unpack', { ...save(good), migrations })
})

test('a rescued database is unpacked, in WAL mode too', async () => {
  const file = join(folder, 'clinic.db')
  writeFileSync(file, gunzipSync(good))
  const client = createClient({ url: pathToFileURL(file).href })
  await client.execute('pragma journal_mode = wal')
  await client.execute('pragma wal_checkpoint(truncate)')
  const into = join(folder, 'inside')
  await runInWorker('unpack', { file, into })
  expect(readdirSync(into)).toEqual(['clinic.db', 'unpacked.db'])
})

test('another failure is told by its own words', async () => {
  const input = { file: join(folder, 'nothing.db.gz'), into: join(folder, 'inside') }
  await expect(runInWorker('unpack', input)).rejects.toThrow(/^ENOENT/)
})
