import { asc, eq, lt, ne, or } from 'drizzle-orm'
import type { PrayerTable } from '#domain/prayers/prayer-day'
import type { Query } from '../../connection/query.ts'
import { prayerDays } from '../../schema/index.ts'

export function findPrayerDay(db: Query, date: string) {
  return db.query.prayerDays.findFirst({ where: eq(prayerDays.date, date) })
}

/** All days are of one zone. */
export function listPrayerDates(db: Query) {
  const { date, zone } = prayerDays
  return db.select({ date, zone }).from(prayerDays).orderBy(asc(date))
}

/** Keeps what the zone has beside these days of `today` and later, and nothing older. */
export async function savePrayerTable(tx: Query, { zone, days }: PrayerTable, today: string) {
  await tx.delete(prayerDays).where(or(lt(prayerDays.date, today), ne(prayerDays.zone, zone)))
  for (const day of days.filter(({ date }) => date >= today)) {
    const row = { ...day, zone }
    await tx
      .insert(prayerDays)
      .values(row)
      .onConflictDoUpdate({ target: prayerDays.date, set: row })
  }
}

export function deletePrayerTable(tx: Query) {
  return tx.delete(prayerDays)
}
