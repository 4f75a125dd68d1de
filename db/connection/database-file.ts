import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Client, createClient } from '@libsql/client'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql'
import type { BackupCounts } from '#domain/backups/backups'
import * as schema from '../schema/index.ts'
import { findInvalidValue } from '../values/find-invalid-value.ts'
import { SANE_SEQUENCES } from '../values/sequences.ts'
import { getSqliteCode, isBusyError, isDamageCode } from './errors.ts'
import { checkIntegrity, type Integrity, readColumn } from './inspect.ts'
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
const STATISTICS = ['sqlite_stat1', 'sqlite_stat4']
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

/** The file must hold exactly what the migrations make. */
export const findInvalidValueIn = (file: string) => findInvalidValue(openFile(file))

/** Null for a file with more than tables and indices: a trigger must not run in an upgrade. */
export async function readMigrations(file: string): Promise<number[] | null> {
  const client = openFile(file)
  const others = await client.execute(
    `select 1 from sqlite_master where type not in ('table', 'index')`,
  )
  if (others.rows.length > 0 || !(await hasReadableMigrations(client))) return null
  // The planner would believe foreign statistics; the program makes its own.
  for (const table of STATISTICS) await client.execute(`drop table if exists ${table}`)
  return appliedMigrations(client)
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

/** Applies what is missing. Returns whether it holds exactly what the migrations make. */
export function upgradeDatabaseFile(file: string, migrations: string) {
  return changeDatabaseFile(file, migrations, async database => {
    return (await describeSchema(database)) === (await describeNewSchema(migrations))
  })
}

/** Opens the file for `work`, and makes it complete by itself. */
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

/** As hexadecimal digits, because libSQL ends the process on a text that is not UTF-8. */
async function describeSchema({ read }: Pick<Database, 'read'>) {
  const query = sql`select hex(type), hex(name), hex(tbl_name), hex(sql) from sqlite_master
    order by type, name`
  return JSON.stringify(await read(db => db.all(query)))
}

async function describeNewSchema(migrations: string) {
  const database = await openDatabase(':memory:', { migrations })
  const schema = await describeSchema(database)
  await database.close()
  return schema
}

/** Reads a file as it is. Its migrations may be older or newer than this program's. */
export function openForReading(file: string): Query {
  return drizzle(openFile(file), { schema, casing: 'snake_case' })
}

/** The client is never closed: libSQL frees the file only when this process ends. */
function openFile(file: string) {
  return createClient({ url: pathToFileURL(file).href, concurrency: 1 })
}

/** The cast is needed because libSQL cannot return an integer that a number cannot hold. */
async function findMaxId(client: Client) {
  const [max] = await readColumn(client, 'select max(cast(seq as real)) from sqlite_sequence')
  return Number(max)
}

async function countRows(client: Client, table: string) {
  return Number((await readColumn(client, `select count(*) from ${table}`))[0])
}
