import { getTableColumns, getTableName, is, max, sql } from 'drizzle-orm'
import { SQLiteInteger } from 'drizzle-orm/sqlite-core'
import { SANE_SEQUENCES, TABLES } from '../connection/copy-rows.ts'
import type { Query } from '../connection/query.ts'
import { MAX_ID } from '../schema/columns.ts'
import * as schema from '../schema/index.ts'

type Sequence = { name: string; seq: number }

export async function readSequences(db: Query): Promise<Record<string, number>> {
  const rows = await db.all<Sequence>(sql.raw(SANE_SEQUENCES))
  return Object.fromEntries(rows.map(({ name, seq }) => [name, seq]))
}

/** Continues the old sequences, because TVs remember call numbers and browsers media ids. */
export async function finishRestore(tx: Query, sequences: Record<string, number>) {
  await tx.delete(schema.sessions)
  await tx.delete(schema.qrSessions)
  await tx.delete(schema.tvPairings)
  const restored = await readSequences(tx)
  await tx.run(sql`delete from sqlite_sequence`)
  for (const { table, id } of listSequences()) {
    const name = getTableName(table)
    const [row] = await tx.select({ newest: max(id) }).from(table)
    const all = [row?.newest ?? 0, restored[name] ?? 0, sequences[name] ?? 0]
    const seq = Math.max(...all.filter(seq => seq <= MAX_ID))
    if (seq > 0)
      await tx.run(
        sql`insert into sqlite_sequence (name, seq) values (${name}, cast(${seq} as integer))`,
      )
  }
}

function listSequences() {
  return TABLES.flatMap(table => {
    const columns = Object.values(getTableColumns(table))
    const id = columns.find(column => is(column, SQLiteInteger) && column.autoIncrement)
    return id ? [{ table, id }] : []
  })
}
