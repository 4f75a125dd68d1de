import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Client } from '@libsql/client'
import type { LibSQLDatabase } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'
import type * as schema from '../schema/index.ts'
import { fsync, fsyncFolder, rename, rm } from './files.ts'

export const MIGRATIONS = join(
  import.meta.dirname,
  Bun.isStandaloneExecutable ? 'migrations' : '../migrations',
)
const TABLE = '__drizzle_migrations'
const MAX_OLD_COPIES = 3
const MAX_CONCURRENT_ATTEMPTS = 5
const RETRY_DELAY_MS = 500

export class NewerSchemaError extends Error {}

export class ForeignSchemaError extends Error {}

/** The database has tables, but no record of the migrations that made them. */
export class UnknownSchemaError extends Error {}

type Options = {
  migrations: string
  keepsOldCopy: boolean
  isShared: boolean
}

export async function runMigrations(
  client: Client,
  db: LibSQLDatabase<typeof schema>,
  { migrations, keepsOldCopy, isShared }: Options,
) {
  const { applied, age } = await readSchemaAge(client, migrations)
  if (age === 'newer') throw new NewerSchemaError()
  if (age === 'foreign') throw new ForeignSchemaError()
  if (age === 'unknown') throw new UnknownSchemaError()
  const isUpdate = age === 'older' && applied.length > 0
  const next = readJournal(migrations)[applied.length]?.tag ?? 'migration'
  const copy = isUpdate && keepsOldCopy ? await copyBeforeMigration(client, next) : null
  const applyMigrations = () => migrate(db, { migrationsFolder: migrations })
  if (isShared) await migrateConcurrently(client, migrations, applyMigrations)
  else await applyMigrations()
  return isUpdate ? { copy } : null
}

/** Several machines may start at once. The unique index makes all but one fail and roll back. */
async function migrateConcurrently(
  client: Client,
  migrations: string,
  applyMigrations: () => Promise<void>,
) {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.execute(
        `create table if not exists ${TABLE} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`,
      )
      await client.execute(`create unique index if not exists once_each on ${TABLE} (created_at)`)
      return await applyMigrations()
    } catch (cause) {
      const applied = await appliedMigrations(client)
      if (compareSchemas(applied, knownMigrations(migrations)) === 'same') return
      if (attempt === MAX_CONCURRENT_ATTEMPTS) throw cause
      await Bun.sleep(RETRY_DELAY_MS * Math.random())
    }
  }
}

export async function readSchemaAge(client: Client, migrations: string) {
  // Read the tables first, because another machine may be creating both at this moment.
  const hasTables = await hasTable(
    client,
    `name <> '${TABLE}' and name not like 'sqlite\\_%' escape '\\'`,
  )
  const applied = await appliedMigrations(client)
  const age: SchemaAge =
    hasTables && applied.length === 0
      ? 'unknown'
      : compareSchemas(applied, knownMigrations(migrations))
  return { applied, age }
}

async function hasTable(client: Client, condition: string) {
  const query = `select 1 from sqlite_master where type = 'table' and ${condition} limit 1`
  return (await client.execute(query)).rows.length > 0
}

const hasMigrationsTable = (client: Client) => hasTable(client, `name = '${TABLE}'`)

export async function hasReadableMigrations(client: Client) {
  if (!(await hasMigrationsTable(client))) return true
  const { rows } = await client.execute(
    `select 1 from ${TABLE} where id is not null or typeof(hash) <> 'text'
      or hash glob '*[^0-9a-f]*' or typeof(created_at) <> 'integer'
      or created_at not between 0 and ${Number.MAX_SAFE_INTEGER} limit 1`,
  )
  return rows.length === 0
}

export async function appliedMigrations(client: Client): Promise<number[]> {
  if (!(await hasMigrationsTable(client))) return []
  const { rows } = await client.execute(`select created_at from ${TABLE} order by created_at`)
  return rows.map(row => Number(row.created_at))
}

export function knownMigrations(folder: string): number[] {
  return readJournal(folder).map(({ when }) => when)
}

function readJournal(folder: string): { when: number; tag: string }[] {
  return JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')).entries
}

async function copyBeforeMigration(client: Client, migration: string) {
  const { rows } = await client.execute('pragma database_list')
  const file = String(rows[0]?.file ?? '')
  if (file === '') return null
  const stem = `${basename(file, '.db')}-before-`
  const copy = join(dirname(file), `${stem}${migration}.db`)
  await rm(`${copy}.part`, { force: true })
  await client.execute({ sql: 'vacuum into ?', args: [`${copy}.part`] })
  await fsync(`${copy}.part`)
  await rename(`${copy}.part`, copy)
  // Ignore errors, because some file systems cannot sync folders.
  await fsyncFolder(dirname(copy)).catch(() => {})
  await removeOldCopies(dirname(file), stem)
  return copy
}

/** Sorting works because the names contain the numbers of the migrations. */
async function removeOldCopies(folder: string, stem: string) {
  const copies = (await readdir(folder)).filter(
    name => name.startsWith(stem) && name.endsWith('.db'),
  )
  for (const name of copies.toSorted().slice(0, -MAX_OLD_COPIES)) await rm(join(folder, name))
}

export type SchemaAge = 'same' | 'older' | 'newer' | 'foreign' | 'unknown'

/** A 'foreign' database has a different first migration, which is the same in every release. */
export function compareSchemas(applied: number[], known: number[]): Exclude<SchemaAge, 'unknown'> {
  if (applied.length > 0 && applied[0] !== known[0]) return 'foreign'
  if (applied.some(migration => !known.includes(migration))) return 'newer'
  return applied.length < known.length ? 'older' : 'same'
}
