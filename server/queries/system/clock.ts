import type { Query } from '#db/connection/query'
import { getOwnDay } from '#db/repositories/patients/own-day'
import { findMark } from '#db/repositories/settings'
import { CLEANUP_DAY } from '#db/schema/marks'
import { formatLongDay, getClinicDay, isDateDoubtful, isDay, type TimeZone } from '#domain/time'
import type { App } from '../../context.ts'

/** `doubt` is a sentence for the administrator, who confirms `day` if it is right. */
export type Clock = { day: string; doubt: string | null }

export function getClock(app: App): Promise<Clock> {
  return app.read(db => readClock(app, db))
}

export async function readClock({ now, config }: App, db: Query): Promise<Clock> {
  const at = now()
  const { today, lastDay, isDoubtful } = await readDate(db, at, config.timeZone)
  const isBeforeBuild = at < (config.builtAt ?? '')
  if (!isDoubtful || lastDay === null || isBeforeBuild) return { day: today, doubt: null }
  const [from, to] = [lastDay, today].map(formatLongDay)
  const after =
    lastDay < today ? 'This is normal after the computer was off for more than a week. ' : ''
  const doubt = `The date of the clinic's computer went from ${from} to ${to}. ${after}Old names, audit lines and backups are kept until you confirm the date. If ${to} is right, confirm it. If not, set the clock.`
  return { day: today, doubt }
}

/** Returns the clinic's day, or null until an administrator confirms a doubtful date. */
export async function findTrustedDay({ read, now, config }: Source) {
  const { today, isDoubtful } = await read(db => readDate(db, now(), config.timeZone))
  return isDoubtful ? null : today
}

type Source = Pick<App, 'read' | 'now'> & { config: { timeZone: TimeZone } }

/** Uses the newest patient's day if no clean-up day is stored, as in data of version 1.1.0. */
export async function readDate(db: Query, now: string, timeZone: TimeZone) {
  const ownDay = await getOwnDay(db)
  const stored = await findMark(db, CLEANUP_DAY)
  const lastDay = stored !== null && isDay(stored) ? stored : ownDay
  const isDoubtful = isDateDoubtful({ now, timeZone, lastDay, hasPatients: ownDay !== null })
  return { today: getClinicDay(now, timeZone), stored, lastDay, isDoubtful }
}
