import type { ResultSet } from '@libsql/client'
import { sql } from 'drizzle-orm'
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'
import type * as schema from '../schema/index.ts'

/** What named reads and saves are written against: the database, or one transaction of it. */
export type Query = BaseSQLiteDatabase<'async', ResultSet, typeof schema>

/** The least that can be asked: resolves when the database answers. */
export async function ping(db: Query) {
  await db.run(sql`select 1`)
}
