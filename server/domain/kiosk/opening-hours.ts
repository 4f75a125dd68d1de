import type { Settings } from '../settings-record.ts'
import { getClinicMinute, type TimeZone } from '../time.ts'

type Hours = Pick<Settings, 'kioskFrom' | 'kioskTo'>
export type OpeningHours = { opensAt: string | null; closesAt: string | null }

/** Both null if a kiosk is always open, as it is without both times. */
export function getOpeningHours({ kioskFrom, kioskTo }: Hours): OpeningHours {
  const isAlways = kioskFrom === '' || kioskTo === ''
  return isAlways ? { opensAt: null, closesAt: null } : { opensAt: kioskFrom, closesAt: kioskTo }
}

/** The clinic's clock decides: open from the first minute until before the last one. */
export function isOpenAt(instant: string, hours: Hours, timeZone: TimeZone) {
  return isOpenDuring(getClinicMinute(instant, timeZone), getOpeningHours(hours))
}

/** `minute` is HH:MM. Hours such as 18:00 to 02:00 go over midnight. */
export function isOpenDuring(minute: string, { opensAt, closesAt }: OpeningHours) {
  if (opensAt === null || closesAt === null) return true
  // Times of the same length are in order as texts are; 24:00 is later than any.
  const [isAfterOpening, isBeforeClosing] = [opensAt <= minute, minute < closesAt]
  return opensAt < closesAt ? isAfterOpening && isBeforeClosing : isAfterOpening || isBeforeClosing
}
