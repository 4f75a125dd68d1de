import { fold } from '../fold.ts'
import { DAY_MINUTES, formatMinutes, parseClockTime } from '../tables/clock-time.ts'
import { quoteCell } from '../tables/quote-cell.ts'
import { parseTableDate } from '../tables/table-date.ts'
import { formatLongDay, isDay } from '../time.ts'

/** A longer cell has no date and time alone. */
const MAX_LENGTH = 60

/**
 * HH:MM of a time, or of a date and time on `day`, or why it is none. `dateCell`: of a column of its
 * own; what cannot be read there, such as a weekday, says nothing.
 */
export function readAppointmentTime(
  cell: string,
  day: string,
  dateCell = '',
): { time: string } | { problem: string } {
  if (cell === '') return { problem: 'The time is empty. Write one such as 9:05.' }
  const { date, time } = splitDate(cell)
  const seconds = parseClockTime(time)
  // Excel's part of a day is never quite a minute.
  const minutes = seconds === null ? DAY_MINUTES : Math.round(seconds / 60)
  if (minutes >= DAY_MINUTES || (date !== null && !isDay(date))) {
    return { problem: `${quoteCell(cell)} is not a time such as 9:05 or 2:30 PM.` }
  }
  const own = date ?? readDate(dateCell)
  if (own !== null && own !== day) {
    const days = `${formatLongDay(own)}, not on ${formatLongDay(day)}`
    const [where, what] = date ? [cell, 'Write the time alone'] : [dateCell, 'Correct the date']
    return { problem: `${quoteCell(where)} is on ${days}. ${what} if it is.` }
  }
  return { time: formatMinutes(minutes) }
}

function readDate(cell: string) {
  const { date } = splitDate(cell)
  return date !== null && isDay(date) ? date : null
}

/** '26/11/2026 9:05' is a date and a time; a date alone has the time ''. */
function splitDate(cell: string) {
  if (cell.length > MAX_LENGTH) return { date: null, time: '' }
  const text = fold(cell)
  for (const { 0: gap, index } of text.matchAll(/[ t,]+|$/g)) {
    const date = parseTableDate(text.slice(0, index))
    if (date !== null) return { date, time: text.slice(index + gap.length) }
  }
  return { date: null, time: text }
}
