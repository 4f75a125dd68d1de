import type { Settings } from '../settings-record.ts'
import { getClinicMinute, type TimeZone } from '../time.ts'

type Hours = Pick<Settings, 'kioskFrom' | 'kioskTo'>
export type OpeningHours = { opensAt: string | null; closesAt: string | null }

/** Returns null for both if either time is missing, because the kiosk is then always open. */
export function getOpeningHours({ kioskFrom, kioskTo }: Hours): OpeningHours {
  const isAlways = kioskFrom === '' || kioskTo === ''
  return isAlways ? { opensAt: null, closesAt: null } : { opensAt: kioskFrom, closesAt: kioskTo }
}

/** True from `opensAt` until just before `closesAt`, by the clinic's clock. */
export function isOpenAt(instant: string, hours: Hours, timeZone: TimeZone) {
  return isOpenDuring(getClinicMinute(instant, timeZone), getOpeningHours(hours))
}

/** `minute` is HH:MM. Hours may pass midnight, such as 18:00 to 02:00. */
export function isOpenDuring(minute: string, { opensAt, closesAt }: OpeningHours) {
  if (opensAt === null || closesAt === null) return true
  // Times of equal length sort as texts, and 24:00 sorts after all others.
  const [isAfterOpening, isBeforeClosing] = [opensAt <= minute, minute < closesAt]
  return opensAt < closesAt ? isAfterOpening && isBeforeClosing : isAfterOpening || isBeforeClosing
}
