import { sql } from 'drizzle-orm'
import { STEADY_DATE } from '#domain/steady-date'
import type { Query } from '../connection/query.ts'
import { qrSessions, sessions, tvPairings } from '../schema/index.ts'
import { deleteMark, saveMark } from './settings.ts'

type Sequence = { name: string; seq: number }

export async function readSequences(db: Query): Promise<Record<string, number>> {
  const rows = await db.all<Sequence>(sql`select name, seq from sqlite_sequence`)
  return Object.fromEntries(rows.map(({ name, seq }) => [name, seq]))
}

type Previous = { sequences: Record<string, number>; steadyDate?: string | null }

/** Continues the sequences of the replaced data: TVs know calls, browsers pictures by number. */
export async function finishRestore(tx: Query, { sequences, steadyDate = null }: Previous) {
  await tx.delete(sessions)
  await tx.delete(qrSessions)
  await tx.delete(tvPairings)
  // The backup's is of another day.
  if (steadyDate === null) await deleteMark(tx, STEADY_DATE)
  else await saveMark(tx, STEADY_DATE, steadyDate)
  const restored = await readSequences(tx)
  const tables = await tx.all<{ name: string }>(
    sql`select name from sqlite_master where type = 'table'`,
  )
  for (const { name } of tables) {
    const seq = sequences[name] ?? 0
    if (seq <= (restored[name] ?? 0)) continue
    await tx.run(sql`delete from sqlite_sequence where name = ${name}`)
    await tx.run(sql`insert into sqlite_sequence (name, seq) values (${name}, ${seq})`)
  }
}
