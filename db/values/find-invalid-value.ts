import { isUtf8 } from 'node:buffer'
import type { Client } from '@libsql/client'
import { and, type Column, getTableColumns, getTableName, gt, is, or, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { drizzle } from 'drizzle-orm/libsql'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as schema from '../schema/index.ts'
import { COLUMN_RULES } from './column-rules.ts'
import { MAX_ID, type Rule } from './rules.ts'

/** The value itself is left out: it may be a patient's name. */
type InvalidValue = { table: string; row: string; column: string }

type Db = ReturnType<typeof drizzle>
type CheckedColumn = { name: string; column: Column; rule: Rule }
type Found = Omit<InvalidValue, 'table'> | null

const ROWS_AT_ONCE = 2_000
const CHECKED_AT_ONCE = 100
const rowId = sql`rowid`

/** The first value that no version of this program can have written. The schema must be its own. */
export async function findInvalidValue(client: Client): Promise<InvalidValue | null> {
  const db = drizzle(client, { casing: 'snake_case' })
  for (const { table, rules } of listTableRules()) {
    const columns = Object.entries(getTableColumns(table)).flatMap(([key, column]) => {
      const rule = rules[key]
      return rule ? [{ name: toSnakeCase(key), column, rule }] : []
    })
    const found =
      (await findByRules(db, table, columns)) ??
      (await findBadText(db, table, columns)) ??
      (await findByChecks(db, table, columns))
    if (found) return { table: getTableName(table), ...found }
  }
  return null
}

/** Each table with the rules of its columns, by their names in the code. */
function listTableRules() {
  const rules: Record<string, Record<string, Rule>> = COLUMN_RULES
  return Object.entries(schema).flatMap(([name, table]) =>
    is(table, SQLiteTable) ? [{ table, rules: rules[name] ?? {} }] : [],
  )
}

async function findByRules(db: Db, table: SQLiteTable, columns: CheckedColumn[]): Promise<Found> {
  const invalid = [
    ...columns.map(({ column, rule }) => sql`(${isValid(column, rule)}) is not true`),
    sql`${rowId} not between 1 and ${MAX_ID}`,
  ]
  const cases = sql.join(
    invalid.map((is, index) => sql`when ${is} then ${index}`),
    sql` `,
  )
  const [found] = await db
    // A number that a number cannot hold would be an error.
    .select({ row: sql<string>`cast(${rowId} as text)`, index: sql<number>`case ${cases} end` })
    .from(table)
    .where(or(...invalid))
    .limit(1)
  return found ? { row: found.row, column: columns[found.index]?.name ?? 'rowid' } : null
}

/** SQLite keeps any type of value in any column. */
function isValid(column: Column, rule: Rule) {
  const isOfType = sql`typeof(${column}) = ${column.getSQLType()} and ${rule.isValid(column)}`
  return column.notNull ? isOfType : or(sql`${column} is null`, isOfType)
}

/** libSQL ends the process when it reads a text that is not UTF-8, so this reads bytes. */
async function findBadText(db: Db, table: SQLiteTable, columns: CheckedColumn[]): Promise<Found> {
  const texts = columns.filter(({ column }) => column.getSQLType() === 'text')
  if (texts.length === 0) return null
  const all = sql.join(
    texts.map(({ column }) => sql`coalesce(${column}, '')`),
    sql` || ' ' || `,
  )
  for (let after = 0; ; ) {
    const page = db
      .select({ row: sql`${rowId}`.as('row'), text: all.as('text') })
      .from(table)
      .where(gt(rowId, after))
      .orderBy(rowId)
      .limit(ROWS_AT_ONCE)
      .as('page')
    const [part] = await db
      .select({
        last: sql<number | null>`max(${page.row})`,
        bytes: sql<ArrayBuffer | null>`cast(group_concat(${page.text}, ' ') as blob)`,
      })
      .from(page)
    if (!part?.last) return null
    if (part.bytes && !isUtf8(part.bytes)) return findRowOfBadText(db, table, texts, after)
    after = part.last
  }
}

async function findRowOfBadText(
  db: Db,
  table: SQLiteTable,
  texts: CheckedColumn[],
  after: number,
): Promise<Found> {
  for (const { name, column } of texts) {
    const rows = await db
      .select({ row: sql<string>`${rowId}`, bytes: sql<ArrayBuffer>`cast(${column} as blob)` })
      .from(table)
      .where(and(gt(rowId, after), sql`${column} is not null`))
      .orderBy(rowId)
      .limit(ROWS_AT_ONCE)
    const bad = rows.find(({ bytes }) => !isUtf8(bytes))
    if (bad) return { row: String(bad.row), column: name }
  }
  throw new Error('a text that is not UTF-8 was found, and then not found')
}

async function findByChecks(db: Db, table: SQLiteTable, columns: CheckedColumn[]): Promise<Found> {
  for (const { name, column, rule } of columns) {
    if (!rule.check) continue
    const row = await findByCheck(db, table, column, rule.check)
    if (row) return { row, column: name }
  }
  return null
}

async function findByCheck(
  db: Db,
  table: SQLiteTable,
  column: Column,
  check: (value: string) => boolean,
) {
  for (let after = 0; ; ) {
    const rows = await db
      .select({ row: sql<number>`${rowId}`, value: sql<string>`${column}` })
      .from(table)
      .where(and(gt(rowId, after), sql`${column} is not null`))
      .orderBy(rowId)
      .limit(CHECKED_AT_ONCE)
    const bad = rows.find(({ value }) => !check(value))
    if (bad) return String(bad.row)
    const last = rows.at(-1)
    if (!last) return null
    after = last.row
  }
}
