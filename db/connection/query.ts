import type { ResultSet } from '@libsql/client'
import { sql } from 'drizzle-orm'
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'
import type * as schema from '../schema/index.ts'

export type Query = BaseSQLiteDatabase<'async', ResultSet, typeof schema>

export async function ping(db: Query) {
  await db.run(sql`select 1`)
}
