import { isOpenDuring, type OpeningHours } from '../kiosk/kiosk.ts'
import { formatMinutes } from '../tables/clock-time.ts'

type ReadTime = { line: number; time: string; isClock12: boolean }

const isIn = (from: string, to: string) => (time: string) => from <= time && time < to
const isNight = isIn('01:00', '07:00')
const isDaytime = isIn('07:00', '19:00')
const HALF_DAY = 12 * 60

/**
 * Finds times such as 2:30 that are probably in the afternoon, because the clinic is closed at
 * night. Without opening hours, the time must follow a daytime row in a list without an evening.
 */
export function findNightProblems(rows: ReadTime[], hours: OpeningHours | undefined) {
  const hasEvening = rows.some(({ time }) => time < '01:00' || time >= '19:00')
  const problems = new Map<number, string>()
  let isAfterDaytime = false
  for (const { line, time, isClock12 } of rows) {
    isAfterDaytime ||= isDaytime(time)
    if (!isClock12 || !isNight(time)) continue
    const later = addHalfDay(time)
    const isClosed = hours?.opensAt
      ? !isOpenDuring(time, hours) && isOpenDuring(later, hours)
      : isAfterDaytime && !hasEvening
    if (!isClosed) continue
    const night = `${Number(time.slice(0, 2))}${time.slice(2)} AM`
    problems.set(line, `${time} is at night. Write ${later} for the afternoon, or ${night}.`)
  }
  return problems
}

function addHalfDay(time: string) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return formatMinutes(hours * 60 + minutes + HALF_DAY)
}
