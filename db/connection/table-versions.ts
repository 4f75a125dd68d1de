import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as schema from '../schema/index.ts'

type Schema = typeof schema
export type Table = {
  [K in keyof Schema]: Schema[K] extends SQLiteTable ? Schema[K]['_']['name'] : never
}[keyof Schema]

const WRITE =
  /^\s*(?:(?:insert(?: or \w+)?|replace) into|update(?: or \w+)?|delete from)\s+["'`]?(\w+)/i
const READ = /^\s*(?:select|pragma)\b/i
const EVERY = '*'

/** Tracks the version of the last write to each table, from the SQL sent. */
export function createTableVersions() {
  const newest = new Map<string, number>()
  let version = 0
  let written = new Set<string>()

  return {
    addStatement(sql: string) {
      if (READ.test(sql)) return
      const table = WRITE.exec(sql)?.[1] ?? EVERY
      for (const one of [table, ...(CHANGED_WITH.get(table) ?? [])]) written.add(one)
    },
    begin() {
      written = new Set()
    },
    commit() {
      version++
      for (const table of written) newest.set(table, version)
    },
    get(tables?: readonly Table[]) {
      if (!tables) return version
      return Math.max(...[EVERY, ...tables].map(table => newest.get(table) ?? 0))
    },
  }
}

/** Tables that foreign keys change together with a table, by that table's name. */
const CHANGED_WITH = new Map<string, Set<string>>()
const tables: SQLiteTable[] = Object.values<unknown>(schema).filter(one => is(one, SQLiteTable))
for (const table of tables) {
  for (const { onDelete, reference } of getTableConfig(table).foreignKeys) {
    if (onDelete !== 'cascade' && onDelete !== 'set null') continue
    const parent = getTableName(reference().foreignTable)
    CHANGED_WITH.set(parent, (CHANGED_WITH.get(parent) ?? new Set()).add(getTableName(table)))
  }
}
// Adds the tables that change with those tables.
for (const children of CHANGED_WITH.values()) {
  for (const child of children) {
    for (const grandchild of CHANGED_WITH.get(child) ?? []) children.add(grandchild)
  }
}
