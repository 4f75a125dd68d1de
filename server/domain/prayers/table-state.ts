import { addDays, DAY_MS, formatLongDay } from '../time.ts'
import { countMissingDays } from './prayer-day.ts'

/** The days that are kept of a table; `to` is the last one before days are missing. */
export type TableState = { zone: string; from: string; to: string }

/** So long before its end, the next table is asked for. JAKIM publishes a year's in November. */
const ASKED_DAYS_BEFORE_END = 45

/** `dates` are sorted; null without any. */
export function getTableState(zone: string, dates: string[], today: string): TableState | null {
  const [from] = dates
  if (from === undefined) return null
  let to = from
  for (const date of dates) {
    if (date > today && countMissingDays(to, date) > 0) break
    to = date
  }
  return { zone, from, to }
}

type Source = { today: string; zone: string | null; table: TableState | null }

/** Whose times the TV shows. `zone` is the clinic's; null outside of JAKIM's zones. */
export function describeSource({ today, zone, table }: Source) {
  if (zone === null) return 'Calculated for the location, which is in none of the zones.'
  const calculated = `Calculated for ${zone}, within a minute of JAKIM's table of 2026; Subuh and Maghrib are never earlier.`
  if (!table || (table.zone === zone && table.to < today)) return calculated
  if (table.zone !== zone) return `${calculated} The table that was added is of ${table.zone}.`
  if (table.from > today) {
    return `${calculated} JAKIM's table begins on ${formatLongDay(table.from)}.`
  }
  return `JAKIM's table of ${zone} is in force until ${formatLongDay(table.to)}. Its times stand exactly: no minutes are added, and Asr is the standard one.`
}

/** What an administrator should do about the table on this day, or null. */
export function getTableAdvice({ to }: TableState, today: string): string | null {
  if (to < today) {
    return `JAKIM's table ended on ${formatLongDay(to)}. Add the next one, or remove it.`
  }
  const days = Math.round((Date.parse(to) - Date.parse(today)) / DAY_MS)
  if (days >= ASKED_DAYS_BEFORE_END) return null
  return `From ${formatLongDay(addDays(to, 1))} on, prayer times are calculated. Add JAKIM's next table before that.`
}
