import { gt } from 'drizzle-orm'
import type { Query } from '../../connection/query.ts'
import { tvDays } from '../../schema/index.ts'

/** True if a TV has played the sound of a call that version 1.1.0 or older counted. */
export async function hasCountedSound(db: Query) {
  const isHeard = gt(tvDays.shown, tvDays.unheard)
  return (await db.query.tvDays.findFirst({ where: isHeard })) !== undefined
}
