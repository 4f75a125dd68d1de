import { sql } from 'drizzle-orm'
import type { Query } from './query.ts'

/** The least that can be asked: resolves when the database answers. */
export async function ping(db: Query) {
  await db.run(sql`select 1`)
}
