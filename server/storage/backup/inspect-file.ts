import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type Client, createClient } from '@libsql/client'
import { isBusyError } from '#db/connection/errors'
import { appliedMigrations } from '#db/connection/migrate'
import type { InspectionResult } from '#domain/backups/backups'

export type Sequences = Record<string, number>
export type DatabaseFacts = InspectionResult & { migrations: number[] }

/** Opens a database that nobody else has open. In this process its file stays open to the very end. */
export function openDatabaseFile(file: string) {
  return createClient({ url: pathToFileURL(file).href, concurrency: 1 })
}

/** Everything that tells whether a database is whole, read from all of its pages. */
export async function inspectDatabaseFile(client: Client): Promise<DatabaseFacts> {
  const [integrity] = await column(client, 'pragma integrity_check(1)')
  if (integrity !== 'ok') {
    const counts = { patients: 0, users: 0, calls: 0 }
    return { integrity: 'damaged', strays: 0, counts, migrations: [] }
  }
  const strays = (await client.execute('pragma foreign_key_check')).rows.length
  const [patients = 0, users = 0, calls = 0] = await Promise.all(
    ['patients', 'users', 'calls'].map(table => count(client, table)),
  )
  const counts = { patients, users, calls }
  return { integrity: 'ok', strays, counts, migrations: await appliedMigrations(client) }
}

async function count(client: Client, table: string) {
  return Number((await column(client, `select count(*) from ${table}`))[0])
}

async function column(client: Client, sql: string) {
  return (await client.execute(sql)).rows.map(row => row[0])
}

/** How the present database stands before a restore takes its place. */
export type PresentDatabase =
  | { state: 'missing' | 'taken' | 'damaged' }
  | { state: 'closed'; sequences: Sequences }

export async function inspectPresentDatabase(file: string): Promise<PresentDatabase> {
  if (!existsSync(file)) return { state: 'missing' }
  try {
    const { rows } = await openDatabaseFile(file).execute('select name, seq from sqlite_sequence')
    const sequences = Object.fromEntries(rows.map(({ name, seq }) => [String(name), Number(seq)]))
    return { state: 'closed', sequences }
  } catch (cause) {
    return { state: isBusyError(cause) ? 'taken' : 'damaged' }
  }
}
