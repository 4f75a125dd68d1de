import { sql } from 'drizzle-orm'
import type { Query } from '../connection/query.ts'
import { qrSessions, sessions, tvPairings } from '../schema/index.ts'
import { deleteMark, STEADY_DATE } from './settings.ts'

type Sequence = { name: string; seq: number }

export async function readSequences(db: Query): Promise<Record<string, number>> {
  const rows = await db.all<Sequence>(sql`select name, seq from sqlite_sequence`)
  return Object.fromEntries(rows.map(({ name, seq }) => [name, seq]))
}

/** Continues the sequences of the replaced data: TVs know calls, browsers pictures by number. */
export async function finishRestore(tx: Query, previous: Record<string, number>) {
  await tx.delete(sessions)
  await tx.delete(qrSessions)
  await tx.delete(tvPairings)
  // It is the date of the backup: that of today has to hold for a day anew.
  await deleteMark(tx, STEADY_DATE)
  const restored = await readSequences(tx)
  const tables = await tx.all<{ name: string }>(
    sql`select name from sqlite_master where type = 'table'`,
  )
  for (const { name } of tables) {
    const seq = previous[name] ?? 0
    if (seq <= (restored[name] ?? 0)) continue
    await tx.run(sql`delete from sqlite_sequence where name = ${name}`)
    await tx.run(sql`insert into sqlite_sequence (name, seq) values (${name}, ${seq})`)
  }
}
