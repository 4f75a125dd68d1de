import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Client } from '@libsql/client'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql'
import type { BackupCounts } from '#domain/backups/backups'
import * as schema from '../schema/index.ts'
import { SANE_SEQUENCES } from './copy-rows.ts'
import { getSqliteCode, isBusyError, isDamageCode } from './errors.ts'
import { checkIntegrity, type Integrity, openFile, readColumn } from './inspect.ts'
import { appliedMigrations, hasReadableMigrations } from './migrate.ts'
import { type Database, openDatabase } from './open.ts'
import type { Query } from './query.ts'

export type Sequences = Record<string, number>
export type InspectionResult = Integrity & { counts: BackupCounts }

type DatabaseFacts = InspectionResult & { maxId: number; activeAdmins: number }

type PresentDatabase =
  | { state: 'missing' | 'taken' | 'damaged' }
  | { state: 'closed'; sequences: Sequences }

const COUNTED = ['patients', 'users', 'calls'] as const
const UNSAVED_TABLES = ['sessions', 'qr_sessions', 'idempotency_keys']

export async function inspectDatabaseFile(file: string): Promise<DatabaseFacts> {
  const client = openFile(file)
  const integrity = await checkIntegrity(client)
  const counts = { patients: 0, users: 0, calls: 0 }
  if (integrity.integrityErrors.length > 0) {
    return { ...integrity, counts, maxId: 0, activeAdmins: 0 }
  }
  for (const table of COUNTED) counts[table] = await countRows(client, table)
  const activeAdmins = await countRows(client, `users where role = 'admin' and is_active`)
  return { ...integrity, counts, maxId: await findMaxId(client), activeAdmins }
}

/** Returns null if the migrations are unreadable, or if a trigger or view could compute values. */
export async function readMigrations(file: string): Promise<number[] | null> {
  const client = openFile(file)
  const [computed] = await readColumn(client, COMPUTED)
  if (computed || !(await hasReadableMigrations(client))) return null
  return appliedMigrations(client)
}

/** Checks the SQL of each schema entry, because SQLite runs the SQL whatever the type says. */
const COMPUTED = `select 1 from sqlite_master where sql not like 'create table %'
    and sql not like 'create index %' and sql not like 'create unique index %'
  union all
  select 1 from sqlite_master as tables, pragma_table_xinfo(tables.name) as columns
  where columns.hidden > 0 limit 1`

/** True if SQLite can read each page. Skips the file's own rules and indices. */
export async function hasReadablePages(file: string) {
  const client = openFile(file)
  await client.execute('pragma ignore_check_constraints = on')
  const query = `select 1 from pragma_quick_check where quick_check <> 'ok' limit 1`
  return (await readColumn(client, query)).length === 0
}

/** Without the sessions, a stolen backup signs nobody in. */
export async function compactCopy(copied: string, file: string) {
  const source = openFile(copied)
  // Both files are temporary, and syncing them would delay the clinic's own writes.
  await source.execute('pragma synchronous = off')
  for (const table of UNSAVED_TABLES) await source.execute(`delete from ${table}`)
  await source.execute({ sql: 'vacuum into ?', args: [file] })
}

export async function inspectPresentDatabase(file: string): Promise<PresentDatabase> {
  if (!statSync(file, { throwIfNoEntry: false })) return { state: 'missing' }
  try {
    const client = openFile(file)
    const { rows } = await client.execute(SANE_SEQUENCES)
    const sequences = Object.fromEntries(rows.map(({ name, seq }) => [String(name), Number(seq)]))
    return { state: 'closed', sequences }
  } catch (cause) {
    if (isBusyError(cause)) return { state: 'taken' }
    if (isDamageCode(getSqliteCode(cause))) return { state: 'damaged' }
    throw cause
  }
}

export const migrateDatabaseFile = (file: string, migrations: string) =>
  changeDatabaseFile(file, migrations, async () => {})

/** Runs `work` on the database, then writes the journal into the file so the file is complete. */
export async function changeDatabaseFile<T>(
  file: string,
  migrations: string,
  work: (database: Database) => Promise<T>,
) {
  const database = await openDatabase(pathToFileURL(file).href, { migrations, keepsOldCopy: false })
  const result = await work(database)
  for (const pragma of ['journal_mode = delete', 'locking_mode = normal', 'user_version']) {
    await database.read(db => db.all(sql.raw(`pragma ${pragma}`)))
  }
  await database.close()
  const journals = (await readdir(dirname(file))).filter(name =>
    name.startsWith(`${basename(file)}-`),
  )
  if (journals.length > 0) throw new Error(`the changed database still needs ${journals.join()}`)
  return result
}

/** Reads a file as it is. Its migrations may be older or newer than this program's. */
export function openForReading(file: string): Query {
  return drizzle(openFile(file), { schema, casing: 'snake_case' })
}

/** Casts to real, because libSQL fails on integers beyond the range of a JavaScript number. */
async function findMaxId(client: Client) {
  const [max] = await readColumn(client, 'select max(cast(seq as real)) from sqlite_sequence')
  return Number(max)
}

async function countRows(client: Client, table: string) {
  return Number((await readColumn(client, `select count(*) from ${table}`))[0])
}
