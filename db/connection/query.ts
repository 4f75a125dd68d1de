import type { ResultSet } from '@libsql/client'
import { sql } from 'drizzle-orm'
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'
import type * as schema from '../schema/index.ts'

/** The database, or one transaction of it. */
export type Query = BaseSQLiteDatabase<'async', ResultSet, typeof schema>

/** The smallest query: resolves when the database responds. */
export async function ping(db: Query) {
  await db.run(sql`select 1`)
}
