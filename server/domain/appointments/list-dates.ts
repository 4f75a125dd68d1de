import { fold } from '../fold.ts'
import { quoteCell, type TableRecord } from '../tables/read-table.ts'
import { addDays, formatLongDay, getWeekday, isDay } from '../time.ts'

const MONTHS = 'jan|feb|mar,mac|apr|may,mei|jun|jul|aug,ogo,ogs|sep|oct,okt|nov|dec,dis'.split('|')
const YEAR_FIRST = /^(\d{4})[-/.年] ?(\d{1,2})[-/.月] ?(\d{1,2})日?(?:[T ].*)?$/
const COMPACT = /^(20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/
const NUMBERS = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/
/** Malay writes 28hb for 28th. */
const WITH_NAME = /^(\d{1,2})(?:st|nd|rd|th|hb)?[-/. ]*([a-z]{3,})[-/., ]*(\d{4}|\d{2})$/i
const NAME_FIRST = /^([a-z]{3,})[-/. ]*(\d{1,2})(?:st|nd|rd|th)?[-/., ]+(\d{4}|\d{2})$/i

type DateOrder = 'day' | 'month'

/** Reads forms such as 31-Jan-2026, 31/01/26 and Jan 31, 2026. The day may not exist. */
function parseTableDate(text: string, order: DateOrder = 'day'): string | null {
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

function parseSerialDate(text: string) {
  const isSerial = /^\d{5}$/.test(text) && text >= '36526' && text <= '73050'
  return isSerial ? addDays('1899-12-30', Number(text)) : null
}

function toNamedDate(day?: string, name?: string, year?: string) {
  if (name === undefined) return null
  const month = MONTHS.findIndex(names => names.includes(name.toLowerCase().slice(0, 3))) + 1
  return month === 0 ? null : toDate(year, month, day)
}

function toDate(year = '', month = 0, day = '') {
  return `${year.padStart(4, '20')}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
}

type DatedCell = { line: number; text: string }
type Readings = Record<DateOrder, string | null>

const MAX_LENGTH = 60
const MAX_PARTS = 5
const DATE_END = /.{5}[\d日]$/

const WEEKDAYS = Object.entries({
  Sunday: 'sunday|sun|ahad|ahd',
  Monday: 'monday|mon|isnin|isn',
  Tuesday: 'tuesday|tues|tue|selasa|sel',
  Wednesday: 'wednesday|wed|rabu|rab',
  Thursday: 'thursday|thurs|thur|thu|khamis|kha',
  Friday: 'friday|fri|jumaat|jumat|jum',
  Saturday: 'saturday|sat|sabtu|sab',
}).map(([name, words]) => ({ name, pattern: new RegExp(`\\(?\\b(?:${words})\\b\\.?\\)?,?`) }))

/** Splits '26/11/2026 9:05' into the date and the time; '' if there is no time. */
export function splitDate(cell: string, order: DateOrder = 'day') {
  if (cell.length > MAX_LENGTH) return { date: null, time: '' }
  const text = fold(cell)
  const [, serial = '', fraction] = /^(\d{5})[.,](\d+)$/.exec(text) ?? []
  const serialDate = parseSerialDate(serial)
  if (serialDate) return { date: serialDate, time: `0.${fraction}` }
  for (const { 0: gap, index } of text.matchAll(/[ t,]+|$/g).take(MAX_PARTS)) {
    const part = text.slice(0, index)
    const date = DATE_END.test(part) ? parseTableDate(part, order) : null
    if (date !== null) return { date, time: text.slice(index + gap.length) }
  }
  return { date: null, time: text }
}

function splitWeekday(text: string) {
  const weekday = /[a-z]{3}/.test(text)
    ? WEEKDAYS.find(({ pattern }) => pattern.test(text))
    : undefined
  return { weekday, written: weekday ? text.replace(weekday.pattern, '').trim() : text }
}

export function readDate(cell: string, order: DateOrder, day: string) {
  if (cell.length > MAX_LENGTH) return null
  const { weekday, written } = splitWeekday(fold(cell))
  const year = day.slice(0, 4)
  const date =
    written === ''
      ? day
      : (splitDate(written, order).date ??
        parseSerialDate(written) ??
        parseTableDate(`${written}/${year}`, order))
  if (date === null || !isDay(date)) return null
  return weekday && weekday.name !== getWeekday(date) ? null : date
}

const HAS_YEAR_OR_MONTH = /\d{4}|[a-z]{3}|\d[-/.]\d+[-/.]\d/

/** True if the cell is surely a date. Numbers without a year do not count. */
export function looksLikeDate(cell: string) {
  if (cell.length > MAX_LENGTH || /^\d{5}$/.test(cell)) return false
  const { weekday, written } = splitWeekday(fold(cell))
  if (!HAS_YEAR_OR_MONTH.test(written)) return weekday !== undefined && written === ''
  const { date, time } = splitDate(written)
  // Notes may begin with a date. Weekdays in other languages have other letters, or brackets.
  if (date !== null) return !/^[a-z]/.test(time) || /\d/.test(time)
  return parseTableDate(`${written}/2024`) !== null
}

export function findDayProblems(cells: DatedCell[], day: string) {
  return findProblems(cells, day, (text, order) => readDate(text, order, day))
}

export function findTimeDayProblems(cells: DatedCell[], day: string) {
  const dated = cells.filter(({ text }) => {
    const { date } = splitDate(text)
    return date !== null && (isDay(date) || isDay(splitDate(text, 'month').date ?? ''))
  })
  return findProblems(dated, day, (text, order) => splitDate(text, order).date)
}

function findProblems(
  cells: DatedCell[],
  day: string,
  read: (text: string, order: DateOrder) => string | null,
) {
  const proofs: Partial<Record<DateOrder, number>> = {}
  const filled = fillDown(cells).filter(({ text }) => text !== '')
  const known = new Map<string, Readings>()
  for (const { line, text } of filled) {
    const toDay = (order: DateOrder) => {
      const date = read(text, order)
      return date !== null && isDay(date) ? date : null
    }
    const readings = known.get(text) ?? { day: toDay('day'), month: toDay('month') }
    known.set(text, readings)
    if (readings.month === null && readings.day !== null) proofs.day ??= line
    if (readings.day === null && readings.month !== null) proofs.month ??= line
  }
  const problems = new Map<number, string>()
  for (const { line, text } of filled) {
    const readings = known.get(text)
    const problem = readings && getProblem(text, readings, proofs, day)
    if (problem) problems.set(line, problem)
  }
  return problems
}

/** Fills merged cells of a calendar, which appear only in their first row. */
function fillDown(cells: DatedCell[]) {
  let last = ''
  return cells.map(({ line, text }) => {
    if (text !== '') last = text
    return { line, text: last }
  })
}

/** Assumes that the day comes first unless a cell proves the opposite. Reports unclear dates. */
function getProblem(
  cell: string,
  readings: Readings,
  proofs: Partial<Record<DateOrder, number>>,
  day: string,
) {
  const isMonthFirst = proofs.month !== undefined && proofs.day === undefined
  const [order, otherOrder] = isMonthFirst
    ? (['month', 'day'] as const)
    : (['day', 'month'] as const)
  const [own, other] = [readings[order], readings[otherOrder]]
  const quoted = quoteCell(cell)
  if (own === null) {
    const example = `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
    return other === null
      ? `${quoted} is not a date such as ${example}. The list is for ${getWeekday(day)}, ${formatLongDay(day)}.`
      : `${quoted} has the ${otherOrder} first, but line ${proofs[order]} has the ${order} first. ${IN_LETTERS}`
  }
  const isUnsure = other !== null && other !== own
  if (isUnsure && (proofs[otherOrder] !== undefined || other === day)) {
    const where = (one: DateOrder) =>
      proofs[one] === undefined ? `with the ${one} first` : `as in line ${proofs[one]}`
    const [first, second] = [formatLongDay(own), formatLongDay(other)]
    return `${quoted} is ${first} ${where(order)}, or ${second} ${where(otherOrder)}. ${IN_LETTERS}`
  }
  if (own === day) return null
  return `${quoted} is on ${formatLongDay(own)}, not on ${formatLongDay(day)}. Remove the row, or correct its date.`
}

const IN_LETTERS = 'Write the months in letters.'

const MAX_TITLE = 200
/** The date after these words is not the day of the list. */
const PRINTED = /\b(print|generat|export|creat|updat|as (at|of)|dicetak|dijana|setakat).*/
const DATE =
  /\d{4}[-/.年] ?\d{1,2}[-/.月] ?\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{1,2}(?:st|nd|rd|th|hb)?[-/. ]{0,2}[a-z]{3,12}[-/., ]{0,2}20\d\d|[a-z]{3,12} \d{1,2}(?:st|nd|rd|th)?,? 20\d\d/g

/** Returns a problem if the titles or the used headings have dates, but none of them is `day`. */
export function findTitleProblem(rows: TableRecord[], day: string) {
  const dates = rows.flatMap(({ line, cells }) => {
    const text = fold(cells.join(' ').slice(0, MAX_TITLE)).replace(PRINTED, '')
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

/** Excludes other years in a title, such as the year of the clinic's registration. */
function isNear(date: string, day: string) {
  return Math.abs(Number(date.slice(0, 4)) - Number(day.slice(0, 4))) <= 1
}
