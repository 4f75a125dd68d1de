import { addDays } from '../time.ts'

const MONTHS = [
  ['jan'],
  ['feb'],
  ['mar', 'mac'],
  ['apr'],
  ['may', 'mei'],
  ['jun'],
  ['jul'],
  ['aug', 'ogo', 'ogs'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dis'],
]
const YEAR_FIRST = /^(\d{4})[-/.年] ?(\d{1,2})[-/.月] ?(\d{1,2})日?(?:[T ].*)?$/
const COMPACT = /^(20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/
const NUMBERS = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/
/** Malay writes 28hb for 28th. */
const WITH_NAME = /^(\d{1,2})(?:st|nd|rd|th|hb)?[-/. ]*([a-z]{3,})[-/., ]*(\d{4}|\d{2})$/i
const NAME_FIRST = /^([a-z]{3,})[-/. ]*(\d{1,2})(?:st|nd|rd|th)?[-/., ]+(\d{4}|\d{2})$/i

export type DateOrder = 'day' | 'month'

/** Reads forms such as 31-Jan-2026, 31/01/26 and Jan 31, 2026. The day may be too high. */
export function parseTableDate(text: string, order: DateOrder = 'day'): string | null {
  const date = text.trim()
  const yearFirst = YEAR_FIRST.exec(date) ?? COMPACT.exec(date)
  if (yearFirst) return toDate(yearFirst[1], Number(yearFirst[2]), yearFirst[3])
  const [, first, second, year] = NUMBERS.exec(date) ?? []
  if (first && second) {
    const [day, month] = order === 'day' ? [first, second] : [second, first]
    return toDate(year, Number(month), day)
  }
  const dayFirst = WITH_NAME.exec(date)
  const [, name, day, ofYear] = NAME_FIRST.exec(date) ?? []
  return dayFirst
    ? toNamedDate(dayFirst[1], dayFirst[2], dayFirst[3])
    : toNamedDate(day, name, ofYear)
}

export function parseSerialDate(text: string) {
  const isSerial = /^\d{5}$/.test(text) && text >= '36526' && text <= '73050'
  return isSerial ? addDays('1899-12-30', Number(text)) : null
}

function toNamedDate(day?: string, name = '', year?: string) {
  const month = MONTHS.findIndex(names => names.includes(name.toLowerCase().slice(0, 3))) + 1
  return month === 0 ? null : toDate(year, month, day)
}

function toDate(year = '', month = 0, day = '') {
  return `${year.padStart(4, '20')}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
}
