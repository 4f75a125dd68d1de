import { addDays, getClinicDay, HOUR_MS, type TimeZone } from './time.ts'

/** If the computer was off for more days, the program asks whether the date is right. */
const MAX_DAYS_OFF = 7
/** Normal corrections, such as by NTP or at the end of summer time, set clocks back by less. */
const MAX_SET_BACK_MS = HOUR_MS

/** `lastDay` is the day of the last clean-up, or null if there was none. */
type Input = { now: string; timeZone: TimeZone; lastDay: string | null; hasPatients: boolean }

/** True if an administrator must confirm the date before anything is deleted for its age. */
export function isDateDoubtful({ now, timeZone, lastDay, hasPatients }: Input) {
  if (lastDay === null) return false
  const soon = new Date(Date.parse(now) + MAX_SET_BACK_MS).toISOString()
  if (getClinicDay(soon, timeZone) < lastDay) return true
  return hasPatients && addDays(getClinicDay(now, timeZone), -MAX_DAYS_OFF) > lastDay
}
