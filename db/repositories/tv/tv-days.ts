import { eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { TvDay } from '#domain/display/tv-report'
import type { Query } from '../../connection/query.ts'
import { tvDays, tvDevices } from '../../schema/index.ts'

export async function listTvDays(db: Query, day: string): Promise<Map<number, TvDay>> {
  const rows = await db.select().from(tvDays).where(eq(tvDays.day, day))
  return new Map(rows.map(({ tvId, shown, unheard, missed }) => [tvId, { shown, unheard, missed }]))
}

/** Adds to what was saved before. A TV that was deleted is left out. */
export async function addTvDays(tx: Query, days: (TvDay & { tvId: number; day: string })[]) {
  const ids = days.map(({ tvId }) => tvId)
  const existing = await tx
    .select({ id: tvDevices.id })
    .from(tvDevices)
    .where(inArray(tvDevices.id, ids))
  const known = days.filter(({ tvId }) => existing.some(({ id }) => id === tvId))
  if (known.length === 0) return
  await tx
    .insert(tvDays)
    .values(known)
    .onConflictDoUpdate({
      target: [tvDays.day, tvDays.tvId],
      set: {
        shown: sql`${tvDays.shown} + excluded.shown`,
        unheard: sql`${tvDays.unheard} + excluded.unheard`,
        missed: sql`${tvDays.missed} + excluded.missed`,
      },
    })
}

export function deleteTvDaysBefore(tx: Query, day: string) {
  return tx.delete(tvDays).where(lt(tvDays.day, day))
}

export async function hasPlayedSound(db: Query) {
  const isHeard = gt(tvDays.shown, tvDays.unheard)
  return (await db.query.tvDays.findFirst({ where: isHeard })) !== undefined
}
