import { fold } from '../fold.ts'
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

/** Returns '9am' for '9-9.30am' and '11:00' for '11-1pm'. Other texts stay the same. */
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

export const DAY_MINUTES = 24 * 60
const DAY_SECONDS = DAY_MINUTES * 60

const MAX_LENGTH = 40

/** Groups: hours, minutes, seconds, and the word after them. Some groups may be empty. */
const FORMS = [
  // 9:05, 09.05 am, 09:05:00. Rejects minutes without hours, such as 0.25; see FRACTION.
  /^(\d{2}|[1-9]|0(?=:))[:.](\d{2})(?::(\d{2})(?:\.\d+)?|\.00)?([a-z. ]*)$/,
  // 0905, 905
  /^(\d{2}|[1-9])(\d{2})()([a-z. ]*)$/,
  // 9 am
  /^(\d{1,2})()()(\.? ?[a-z][a-z. ]*)$/,
]

/** Excel's fractions of a day: 0.378472 is 9:05. Rejects minutes without hours, such as 0.25. */
const FRACTION = /^0?[.,](\d|[6-9][1-9]|\d{3,})$/

type Hours = { words: string[]; from: number; to: number }

/** Hours of the day that each word allows. The clock time before the word is 1 to 12. */
const HALVES: Hours[] = [
  { words: ['am', 'pagi', 'pg'], from: 0, to: 11 },
  { words: ['pm', 'petang', 'ptg'], from: 12, to: 23 },
  { words: ['tengahhari', 'tengahari', 'tghhari', 'tghari'], from: 11, to: 14 },
  { words: ['malam'], from: 18, to: 23 },
]
const WORDS_OF_24_HOURS = ['', 'h', 'hrs', 'uhr']

/** Returns seconds after midnight for 9:05, 2.30 petang, 0905 or Excel's 0.378472, or null. */
export function parseClockTime(text: string): number | null {
  if (text.length > MAX_LENGTH) return null
  const clock = fold(text)
  const fraction = FRACTION.exec(clock)
  if (fraction) return toSecondsOfDay(Number(`0.${fraction[1]}`))
  for (const form of FORMS) {
    const match = form.exec(clock)
    if (!match) continue
    const [hours = 0, minutes = 0, seconds = 0] = match.slice(1, 4).map(part => Number(part ?? 0))
    const hour = toHourOfDay(hours, (match[4] ?? '').replace(/[. ]/g, ''))
    if (hour === null || minutes > 59 || seconds > 59) return null
    return (hour * 60 + minutes) * 60 + seconds
  }
  return null
}

export function formatMinutes(minutes: number) {
  const parts = [Math.floor(minutes / 60), minutes % 60]
  return parts.map(part => String(part).padStart(2, '0')).join(':')
}

function toSecondsOfDay(part: number) {
  const seconds = Math.round(part * DAY_SECONDS)
  return seconds < DAY_SECONDS ? seconds : null
}

function toHourOfDay(hours: number, word: string) {
  if (WORDS_OF_24_HOURS.includes(word)) return hours < 24 ? hours : null
  const half = HALVES.find(({ words }) => words.includes(word))
  if (!half || hours < 1 || hours > 12) return null
  const possible = [hours % 12, (hours % 12) + 12]
  return possible.find(hour => hour >= half.from && hour <= half.to) ?? null
}
