import { getClinicDay, getClinicMinute, getMonth, getWeekday, type TimeZone } from '#domain/time'

/** `minute` is HH:MM; weekday and month are in capitals. */
type WallClock = {
  day: string
  weekday: string
  month: string
  year: string
  minute: string
}

export function wallClock(instant: string, timeZone: TimeZone): WallClock {
  const today = getClinicDay(instant, timeZone)
  return {
    day: String(Number(today.slice(8))),
    weekday: getWeekday(today).toUpperCase(),
    month: getMonth(today).toUpperCase(),
    year: today.slice(0, 4),
    minute: getClinicMinute(instant, timeZone),
  }
}

export function formatSeconds(instant: string) {
  const second = Math.floor(Date.parse(instant) / 1000) % 60
  return second < 10 ? `0${second}` : String(second)
}
