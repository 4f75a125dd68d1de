import type { Settings } from '../settings-record.ts'
import { getClinicMinute, type TimeZone } from '../time.ts'

type Hours = Pick<Settings, 'kioskFrom' | 'kioskTo'>

/** Both null if a kiosk is always open, as it is without both times. */
export function getOpeningHours({ kioskFrom, kioskTo }: Hours) {
  const isAlways = kioskFrom === '' || kioskTo === ''
  return isAlways ? { opensAt: null, closesAt: null } : { opensAt: kioskFrom, closesAt: kioskTo }
}

/** The clinic's clock decides: open from the first minute until before the last one. */
export function isOpenAt(instant: string, hours: Hours, timeZone: TimeZone) {
  const { opensAt, closesAt } = getOpeningHours(hours)
  if (opensAt === null) return true
  const minute = getClinicMinute(instant, timeZone)
  // Times of the same length are in order as texts are; 24:00 is later than any.
  return opensAt <= minute && minute < closesAt
}
