import type { Client } from '@libsql/client'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { MAX_ID } from '../schema/columns.ts'
import * as schema from '../schema/index.ts'
import { isConstraintError } from './errors.ts'
import { openFile, readColumn } from './inspect.ts'

const ROWS_AT_ONCE = 20_000
/** A row with bytes can be as large as a quarter of a megabyte. */
const BLOBS_AT_ONCE = 16

/** Skips corrupt values. Restores by versions up to 1.1.0 saved whole numbers as real numbers. */
export const SANE_SEQUENCES = `select name, cast(seq as integer) as seq from sqlite_sequence
  where seq = cast(seq as integer) and seq between 0 and ${MAX_ID}`

export const TABLES = Object.values(schema).filter(value => is(value, SQLiteTable))

export function listColumns(table: SQLiteTable) {
  return Object.entries(getTableColumns(table)).map(([key, column]) => ({
    name: toSnakeCase(key),
    column,
  }))
}

/** Fills a database that our migrations made. Returns the table whose rows do not fit, or null. */
export async function copyRows(source: string, file: string): Promise<string | null> {
  const client = openFile(file)
  // Sync each statement, because one large sync would delay the clinic's own writes.
  for (const pragma of ['foreign_keys = off', 'journal_mode = memory', 'synchronous = normal'])
    await client.execute(`pragma ${pragma}`)
  await client.execute({ sql: 'attach database ? as old', args: [source] })
  // Creating the indices after the rows is several times as fast.
  const { rows: indices } = await client.execute(
    `select name, tbl_name, sql from main.sqlite_master where type = 'index' and sql is not null`,
  )
  for (const { name } of indices) await client.execute(`drop index main."${name}"`)
  for (const table of TABLES) {
    if (!(await copyTable(client, table))) return getTableName(table)
  }
  for (const { sql, tbl_name } of indices) {
    if (!(await fits(client, String(sql)))) return String(tbl_name)
  }
  await client.execute('delete from main.sqlite_sequence')
  await client.execute(
    `insert into main.sqlite_sequence select name, max(cast(seq as integer)) from old.sqlite_sequence
      where name in (select name from main.sqlite_master) group by name`,
  )
  await client.execute('detach database old')
  return null
}

async function copyTable(client: Client, table: SQLiteTable) {
  const name = getTableName(table)
  const columns = listColumns(table)
  const names = columns.map(({ name }) => `"${name}"`).join()
  // Name the table too, because SQLite reads a missing column without a table as a text.
  const values = columns.map(({ name }) => `rows."${name}"`).join()
  const hasBytes = columns.some(({ column }) => column.getSQLType() === 'blob')
  const limit = hasBytes ? BLOBS_AT_ONCE : ROWS_AT_ONCE
  const rowsAfter = (after: string) =>
    `from old."${name}" as rows not indexed where rowid > ${after} order by rowid limit ${limit}`
  for (let after = `${-Number.MAX_SAFE_INTEGER}`; ; ) {
    const [last] = await readColumn(
      client,
      `select cast(max(id) as text) from (select rowid as id ${rowsAfter(after)})`,
    )
    if (!last) break
    const insert = `insert into main."${name}" (${names}) select ${values} ${rowsAfter(after)}`
    if (!(await fits(client, insert))) return false
    after = last
  }
  const [before, now] = await Promise.all(
    ['old', 'main'].map(from => readColumn(client, `select count(*) from ${from}."${name}"`)),
  )
  return before?.[0] === now?.[0]
}

async function fits(client: Client, statement: string) {
  try {
    await client.execute(statement)
    return true
  } catch (cause) {
    if (isConstraintError(cause)) return false
    throw cause
  }
}
