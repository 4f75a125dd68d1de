import { type Client, createClient } from '@libsql/client'
import { compareSchemas } from '#domain/backups/backups'
import { lockExclusively } from './exclusive-lock.ts'
import { appliedMigrations, knownMigrations, MIGRATIONS } from './migrate.ts'

/** What can be said of a database without changing it. */
export type Inspection = {
  /** What SQLite's own check complains about, in its words. */
  faults: string[]
  /** How many rows point to one that is not there. */
  strays: number
  /** How many migrations it still needs, and whether it has one that this program does not know. */
  missing: number
  isNewer: boolean
  /** The newest instant that any row tells of, ISO 8601. */
  newest: string | null
  /** The names of the stored files that some row needs. */
  files: Set<string>
}

const INSTANTS = [
  ['patients', 'registered_at'],
  ['journey', 'timestamp'],
  ['calls', 'called_at'],
  ['queue_resets', 'at'],
  ['sessions', 'created_at'],
  ['media', 'created_at'],
  ['settings', 'updated_at'],
] as const

/** Looks through a database. Throws DatabaseTaken while another process has the file. */
export async function inspectDatabase(
  url: string,
  { authToken }: { authToken?: string | undefined } = {},
): Promise<Inspection> {
  const isLocal = url.startsWith('file:')
  const client = isLocal
    ? createClient({ url, concurrency: 1 })
    : createClient({ url, ...(authToken === undefined ? {} : { authToken }) })
  if (isLocal) await lockExclusively(client)
  try {
    const tables = new Set(await column(client, `select name from sqlite_master`))
    return {
      faults: (await column(client, 'pragma integrity_check')).filter(said => said !== 'ok'),
      strays: (await column(client, 'pragma foreign_key_check')).length,
      ...(await migrationsOf(client)),
      newest: await newestInstant(client, tables),
      files: tables.has('media')
        ? new Set(await column(client, 'select filename from media where mime is not null'))
        : new Set(),
    }
  } finally {
    // Nothing of ours stays beside the file: whoever opens it next may be somebody else.
    if (isLocal) await client.execute('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => {})
    client.close()
  }
}

async function column(client: Client, query: string) {
  const { rows } = await client.execute(query)
  return rows.map(row => String(row[0]))
}

async function migrationsOf(client: Client) {
  const applied = await appliedMigrations(client)
  const ours = knownMigrations(MIGRATIONS)
  const missing = ours.filter(migration => !applied.includes(migration)).length
  return { missing, isNewer: compareSchemas(applied, ours) === 'newer' }
}

async function newestInstant(client: Client, tables: Set<string>) {
  const there = INSTANTS.filter(([table]) => tables.has(table))
  const maxima = there.map(([table, column]) => `select max(${column}) as at from ${table}`)
  if (maxima.length === 0) return null
  const { rows } = await client.execute(`select max(at) from (${maxima.join(' union all ')})`)
  const at = rows[0]?.[0]
  return typeof at === 'string' ? at : null
}
