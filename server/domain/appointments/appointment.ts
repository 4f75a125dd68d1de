import type { ListTexts } from '../patients/patient-fields.ts'
import type { PatientQueue } from '../queues/patient-queue.ts'
import {
  addDays,
  DAY_MS,
  formatLongDay,
  getClinicDayStart,
  getClinicMinute,
  HOUR_MS,
  MINUTE_MS,
  type TimeZone,
} from '../time.ts'

/** `time`: clinic time, HH:MM. The texts are null after the program has forgotten them. */
export type Appointment = ListTexts & {
  id: number
  day: string
  time: string
  queue: PatientQueue | null
  patient: { id: number; label: string } | null
}

export type NewAppointment = ListTexts & {
  day: string
  time: string
  name: string
  queueId: number | null
  queueName: string | null
}

const DAY_MINUTES = DAY_MS / MINUTE_MS
const LATE_MINUTES = 15
/** Rejects lists with a mistyped year, because they would stay for good. */
const MAX_DAYS_AHEAD = 400

/** Returns why a list cannot have this day, or null. Reports of past days are already counted. */
export function getListDayProblem(day: string, today: string) {
  if (day < today) return `${formatLongDay(day)} is over. A list is for today, or for a later day.`
  const isFar = day > addDays(today, MAX_DAYS_AHEAD)
  return isFar ? `A list is for one of the next ${MAX_DAYS_AHEAD} days.` : null
}

/** Returns the first instant of a clinic time, or of the next time if the clocks skip it. */
export function toInstant({ day, time }: Pick<Appointment, 'day' | 'time'>, timeZone: TimeZone) {
  const start = Date.parse(getClinicDayStart(day, timeZone))
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const wanted = hours * 60 + minutes
  const usual = new Date(start + wanted * MINUTE_MS).toISOString()
  const shown = getClinicMinute(usual, timeZone)
  if (shown === time) return usual
  // On some days the clocks change before the appointment, by less than half a day.
  const [shownHours = 0, shownMinutes = 0] = shown.split(':').map(Number)
  const difference = wanted - (shownHours * 60 + shownMinutes)
  const change = difference - DAY_MINUTES * Math.round(difference / DAY_MINUTES)
  const moved = new Date(start + (wanted + change) * MINUTE_MS).toISOString()
  if (getClinicMinute(moved, timeZone) === time) return moved
  const end = Date.parse(getClinicDayStart(addDays(day, 1), timeZone))
  for (let at = start; at < end; at += MINUTE_MS) {
    const instant = new Date(at).toISOString()
    if (getClinicMinute(instant, timeZone) >= time) return instant
  }
  return new Date(end - MINUTE_MS).toISOString()
}

const REACH_MS = 12 * HOUR_MS

/** True if an appointment of an adjacent day is listed. `at` and `now` are ISO 8601. */
export function isNear(at: string, now: string) {
  return Math.abs(Date.parse(at) - Date.parse(now)) < REACH_MS
}

export function isLate(at: string, now: string) {
  return Date.parse(now) - Date.parse(at) > LATE_MINUTES * MINUTE_MS
}
