import { fold } from '../fold.ts'
import type { TableRecord } from '../tables/read-table.ts'
import { quoteCell } from '../tables/read-table.ts'
import { formatLongDay, getWeekday } from '../time.ts'
import { looksLikeDate, readDate } from './list-dates.ts'

const MAX_LENGTH = 200
/** The date after these words is not the day of the list. */
const PRINTED = /\b(print|generat|export|creat|updat|as (at|of)|dicetak|dijana|setakat).*/
const DATE =
  /\d{4}[-/.年] ?\d{1,2}[-/.月] ?\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{1,2}(?:st|nd|rd|th|hb)?[-/. ]{0,2}[a-z]{3,12}[-/., ]{0,2}20\d\d|[a-z]{3,12} \d{1,2}(?:st|nd|rd|th)?,? 20\d\d/g

/** Returns a problem if the titles or the used headings have dates, but none of them is `day`. */
export function findTitleProblem(rows: TableRecord[], day: string) {
  const dates = rows.flatMap(({ line, cells }) => {
    const text = fold(cells.join(' ').slice(0, MAX_LENGTH)).replace(PRINTED, '')
    const single = cells.filter(cell => looksLikeDate(cell) && text.includes(fold(cell)))
    return [...single, ...(text.match(DATE) ?? [])].flatMap(written => {
      const date = readDate(written, 'day', day) ?? readDate(written, 'month', day)
      const isWeekday = date === null && single.includes(written)
      const isList = date === null ? isWeekday : isNear(date, day)
      return isList ? { line, written, date } : []
    })
  })
  const [first] = dates
  if (!first || dates.some(({ date }) => date === day)) return null
  const sentence = `${quoteCell(first.written)} is not the day of this list, ${getWeekday(day)}, ${formatLongDay(day)}. Choose the other day, or correct this line.`
  return { line: first.line, sentence }
}

/** True if the years are close. A title may also have the year of the clinic's registration. */
function isNear(date: string, day: string) {
  return Math.abs(Number(date.slice(0, 4)) - Number(day.slice(0, 4))) <= 1
}
