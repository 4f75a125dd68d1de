export const DEFAULT_TIME_ZONE = 'Asia/Kuala_Lumpur'

/** Unfinished patients of the day before stay listed this long after their registration. */
export const UNFINISHED_STAY_LISTED_MS = 12 * 60 * 60_000

const calendars = new Map<string, Intl.DateTimeFormat>()

/** The clinic's day of an ISO instant, as YYYY-MM-DD: from local midnight to the next. */
export function clinicDay(instant: string, timeZone: string) {
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone })
  calendars.set(timeZone, calendar)
  return calendar.format(new Date(instant))
}

/** Who is listed: everyone of `today`, and unfinished patients registered after `unfinishedSince`. */
export type Listed = { today: string; unfinishedSince: string }

export function listedAt(now: string, timeZone: string): Listed {
  return {
    today: clinicDay(now, timeZone),
    unfinishedSince: new Date(Date.parse(now) - UNFINISHED_STAY_LISTED_MS).toISOString(),
  }
}

/** False for a name that this runtime does not know as a time zone. */
export function isTimeZone(timeZone: string) {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}
