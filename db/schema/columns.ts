import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, check, integer } from 'drizzle-orm/sqlite-core'

/** Far more than a clinic ever uses. At SQLite's own limit no row could be added. */
export const MAX_ID = 1e12

export function checkOneOf(name: string, column: AnySQLiteColumn, values: readonly string[]) {
  const list = sql.raw(values.map(value => `'${value}'`).join(', '))
  return check(name, sql`${column} in (${list})`)
}

export const id = () => integer().primaryKey({ autoIncrement: true })
export const boolean = () => integer({ mode: 'boolean' }).notNull()
