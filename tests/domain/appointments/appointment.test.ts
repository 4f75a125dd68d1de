import { expect, test } from 'bun:test'
import { toInstant } from '#domain/appointments/appointment'
import { formatMinutes } from '#domain/appointments/appointment-time'
import { addDays, getClinicDayStart, getClinicMinute, MINUTE_MS } from '#domain/time'
import { findTimeZone } from '../../../server/config/time-zone.ts'

/** A usual day, and those on which clocks change: at night, at midnight, and by half an hour. */
const DAYS: [zone: string, day: string][] = [
  ['Asia/Kuala_Lumpur', '2026-11-20'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['Africa/Cairo', '2026-04-24'],
  ['Africa/Cairo', '2026-10-29'],
  ['America/Havana', '2026-03-08'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
]

test.each(DAYS)('in %s on %s every time has its first instant, or the next', (zone, day) => {
  const timeZone = findTimeZone(zone)
  if (!timeZone) throw new Error(zone)
  const start = Date.parse(getClinicDayStart(day, timeZone))
  const end = Date.parse(getClinicDayStart(addDays(day, 1), timeZone))
  const instants = Array.from({ length: (end - start) / MINUTE_MS }, (_, minute) => {
    const at = new Date(start + minute * MINUTE_MS).toISOString()
    return { at, minute: getClinicMinute(at, timeZone) }
  })
  for (let minute = 0; minute < 24 * 60; minute++) {
    const time = formatMinutes(minute)
    const wanted =
      instants.find(one => one.minute === time) ?? instants.find(one => one.minute > time)
    expect(`${time} ${toInstant({ day, time }, timeZone)}`).toBe(`${time} ${wanted?.at}`)
  }
})
