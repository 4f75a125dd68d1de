import { pathToFileURL } from 'node:url'
import { type Client, createClient } from '@libsql/client'
import { lockExclusively } from './locks.ts'
import { knownMigrations, MIGRATIONS, readSchemaAge, type SchemaAge } from './migrate.ts'

export type Integrity = {
  integrityErrors: string[]
  foreignKeyViolations: number
}

export type Inspection = Integrity & {
  missing: number
  age: SchemaAge
  oldest: string | null
  newest: string | null
  userCount: number
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

export async function inspectDatabase(
  url: string,
  { authToken }: { authToken?: string | undefined } = {},
): Promise<Inspection> {
  const isLocal = url.startsWith('file:')
  const client = createClient({
    url,
    ...(isLocal ? { concurrency: 1 } : {}),
    ...(authToken === undefined ? {} : { authToken }),
  })
  if (isLocal) await lockExclusively(client)
  try {
    const tables = new Set(await readColumn(client, 'select name from sqlite_master'))
    return {
      ...(await checkIntegrity(client)),
      ...(await compareMigrations(client)),
      oldest: tables.has('patients') ? await findOldestInstant(client) : null,
      newest: await findNewestInstant(client, tables),
      userCount: tables.has('users') ? await countUsers(client) : 0,
    }
  } finally {
    // Removes the journal, because the next process that opens the file may run as another user.
    if (isLocal) await client.execute('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => {})
    client.close()
  }
}

/** Nothing closes the client, because libSQL frees the file only when this process ends. */
export function openFile(file: string) {
  return createClient({ url: pathToFileURL(file).href, concurrency: 1 })
}

export async function checkIntegrity(client: Client): Promise<Integrity> {
  const lines = await readColumn(client, 'pragma integrity_check')
  const integrityErrors = lines.filter(line => line !== 'ok')
  const foreignKeyViolations = (await readColumn(client, 'pragma foreign_key_check')).length
  return { integrityErrors, foreignKeyViolations }
}

export async function readColumn(client: Client, query: string) {
  const { rows } = await client.execute(query)
  return rows.map(row => String(row[0] ?? ''))
}

async function compareMigrations(client: Client) {
  const { applied, age } = await readSchemaAge(client, MIGRATIONS)
  const known = knownMigrations(MIGRATIONS)
  return { missing: known.filter(migration => !applied.includes(migration)).length, age }
}

async function countUsers(client: Client) {
  const [count] = await readColumn(client, 'select count(*) from users')
  return Number(count)
}

async function findOldestInstant(client: Client) {
  const [at] = await readColumn(client, 'select min(registered_at) from patients')
  return at || null
}

async function findNewestInstant(client: Client, tables: Set<string>) {
  const present = INSTANTS.filter(([table]) => tables.has(table))
  const maxima = present.map(([table, column]) => `select max(${column}) as at from ${table}`)
  if (maxima.length === 0) return null
  const [at] = await readColumn(client, `select max(at) from (${maxima.join(' union all ')})`)
  return at || null
}
