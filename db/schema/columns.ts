import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, check, integer } from 'drizzle-orm/sqlite-core'

/** A check that a column holds one of the rules' words. */
export function oneOf(name: string, column: AnySQLiteColumn, words: readonly string[]) {
  const list = sql.raw(words.map(word => `'${word}'`).join(', '))
  return check(name, sql`${column} in (${list})`)
}

export const id = () => integer().primaryKey({ autoIncrement: true })
export const flag = () => integer({ mode: 'boolean' }).notNull()
