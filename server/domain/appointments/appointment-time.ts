import { fold } from '../fold.ts'
import { DAY_MINUTES, formatMinutes, parseClockTime } from '../tables/clock-time.ts'
import { quoteCell } from '../tables/read-table.ts'
import { isDay } from '../time.ts'
import { splitDate } from './list-dates.ts'

/** `isClock12`: the time has no word such as PM, so 2:30 may be in the afternoon. */
type ReadTime = { time: string; isClock12: boolean }

const RANGE = /^(.*?\d.*?) ?(?:-|~| to | until | till | hingga | sehingga | bis ) ?(\d.*)$/

/** Returns HH:MM for a time, the start of a range, or a date and time; otherwise a problem. */
export function readAppointmentTime(cell: string): ReadTime | { problem: string } {
  if (cell === '') return { problem: 'The time is empty. Write one such as 9:05.' }
  const dayFirst = splitDate(cell)
  const isOther = dayFirst.date !== null && !isDay(dayFirst.date)
  const { date, time } = isOther ? splitDate(cell, 'month') : dayFirst
  const start = getStart(fold(time))
  const seconds = parseClockTime(start)
  // Round, because Excel's fractions of a day are not exact.
  const minutes = seconds === null ? DAY_MINUTES : Math.round(seconds / 60)
  if (minutes >= DAY_MINUTES || (date && !isDay(date))) {
    return { problem: `${quoteCell(cell)} is not a time such as 9:05 or 2:30 PM.` }
  }
  return { time: formatMinutes(minutes), isClock12: /^\d\d?[:.]?\d\d([:.]\d\d)?$/.test(start) }
}

/** Returns 9am for '9-9.30am' and 11:00 for '11-1pm'. Does not change a text without a range. */
function getStart(text: string) {
  const [, start, end] = RANGE.exec(text) ?? []
  if (start === undefined || end === undefined) return text
  const { date, time } = splitDate(end)
  const last = date ? time : end
  const endsAt = /^24[:.]?00$/.test(last) ? DAY_MINUTES * 60 : parseClockTime(last)
  if (endsAt === null) return text
  const word = /[a-z][a-z. ]*$/.exec(end)?.[0] ?? ''
  if (word === '' || /[a-z]/.test(start)) return start
  const full = /^\d\d?$/.test(start) ? `${start}:00` : start
  const startsAt = parseClockTime(`${full} ${word}`)
  return startsAt !== null && startsAt < endsAt ? `${full} ${word}` : `${full} am`
}

/** True if the cell is surely a time. Numbers such as 905 or 0.5 do not count. */
export function looksLikeTime(cell: string) {
  return /^.*\d[:.]\d|^\d{4}|\d ?[ap]/i.test(cell.slice(0, 60)) && !/^0?[.,]\d/.test(cell)
    ? 'time' in readAppointmentTime(cell)
    : false
}
