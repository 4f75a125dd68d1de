import type { Query } from '#db/connection/query'
import { getDateDoubt, type SteadyDate } from '#domain/steady-date'
import { formatLongDay, getClinicDay } from '#domain/time'
import type { App } from '../../context.ts'

const KEPT = 'Old names, audit lines and backups are kept until'

/** `doubt` is a sentence for the administrator, who confirms `day` if it is right. */
export type Clock = { day: string; doubt: string | null }

export function getClock(app: App): Promise<Clock> {
  return app.read(db => readClock(app, db))
}

export async function readClock(app: App, db: Query): Promise<Clock> {
  const date = await app.date.look(db)
  const day = toDay(app, date.wallAt)
  const isBeforeBuild = date.wallAt < Date.parse(app.config.builtAt ?? '')
  return { day, doubt: isBeforeBuild ? null : describeDoubt(app, date, formatLongDay(day)) }
}

function describeDoubt(app: App, date: SteadyDate, today: string) {
  const question = `If ${today} is right, confirm it. If not, set the clock.`
  switch (getDateDoubt(date)) {
    case 'jumped': {
      const from = formatLongDay(toDay(app, date.jumpedFrom ?? date.wallAt))
      const what =
        from === today
          ? "The clock of the clinic's computer was set back."
          : `The date of the clinic's computer went from ${from} to ${today}.`
      return `${what} ${KEPT} the clock has run for a day without another jump. ${question}`
    }
    case 'seldom on':
      return `The clinic's computer ran for less than 24 hours without a long break in the last week. ${KEPT} it has. ${question}`
    case null:
      return null
  }
}

function toDay({ config }: App, at: number) {
  return getClinicDay(new Date(at).toISOString(), config.timeZone)
}
