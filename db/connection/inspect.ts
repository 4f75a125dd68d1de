import { pathToFileURL } from 'node:url'
import { type Client, createClient } from '@libsql/client'
import { lockExclusively } from './locks.ts'
import { knownMigrations, MIGRATIONS, readSchemaAge } from './migrate.ts'

export type Integrity = {
  integrityErrors: string[]
  foreignKeyViolations: number
}

export type Inspection = Awaited<ReturnType<typeof inspectDatabase>>

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
) {
  const isLocal = url.startsWith('file:')
  const client = createClient({
    url,
    ...(isLocal ? { concurrency: 1 } : {}),
    ...(authToken === undefined ? {} : { authToken }),
  })
  if (isLocal) await lockExclusively(client)
  try {
    const tables = new Set(await readColumn(client, 'select name from sqlite_master'))
    const { applied, age } = await readSchemaAge(client, MIGRATIONS)
    const instants = INSTANTS.filter(([table]) => tables.has(table))
    const maxima = instants.map(([table, column]) => `select max(${column}) as at from ${table}`)
    const readFirst = async (query: string) => (await readColumn(client, query))[0] || null
    const readFrom = (table: string, value: string) =>
      tables.has(table) ? readFirst(`select ${value} from ${table}`) : null
    return {
      ...(await checkIntegrity(client)),
      missing: knownMigrations(MIGRATIONS).filter(one => !applied.includes(one)).length,
      age,
      oldest: await readFrom('patients', 'min(registered_at)'),
      newest:
        maxima.length > 0
          ? await readFirst(`select max(at) from (${maxima.join(' union all ')})`)
          : null,
      userCount: Number(await readFrom('users', 'count(*)')),
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
