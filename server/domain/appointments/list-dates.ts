import { fold } from '../fold.ts'
import { quoteCell } from '../tables/read-table.ts'
import { type DateOrder, parseSerialDate, parseTableDate } from '../tables/table-date.ts'
import { formatLongDay, getWeekday, isDay } from '../time.ts'

export type DatedCell = { line: number; text: string }
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

/** Does the same as `findDayProblems` for cells with a time and perhaps a date before it. */
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
