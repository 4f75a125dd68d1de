import { fold } from '../fold.ts'
import { isOpenDuring, type OpeningHours } from '../kiosk/kiosk.ts'
import {
  LIST_FIELDS,
  type ListField,
  type ListTexts,
  mapFields,
  PATIENT_FIELDS,
} from '../patients/patient-fields.ts'
import { GENERAL, type PatientQueue } from '../queues/patient-queue.ts'
import { quoteCell } from '../tables/read-table.ts'
import { cleanName, cutText, groupDigits } from '../text.ts'
import { readAppointmentTime } from './appointment-time.ts'
import { findDayProblems, findTimeDayProblems } from './list-dates.ts'

/** `line`: the line of the file or the pasted text where the row begins. */
type AppointmentCells = Partial<Record<ListField, string>> & {
  line: number
  time: string
  name: string
  queue: string
  dates?: string[]
  problem?: string | undefined
}
/** `time`: HH:MM. `name`: as registration stores it. `queueId`: null for General. */
export type AppointmentRow = ListTexts & {
  line: number
  time: string
  name: string
  queueId: number | null
  isCut?: true
}
export type RowProblem = { line: number; sentence: string }
type Checked<Value> = Value | { problem: string }

/** Limits the work of patterns and of counting characters. */
const MAX_CELL = 1_000

/** `hours` is null if software wrote the times. Then 2:30 means 02:30, not 14:30. */
export function readAppointments(
  cells: AppointmentCells[],
  queues: NamedQueue[],
  day: string,
  hours?: OpeningHours | null,
) {
  const readQueue = createQueueReader(queues)
  const wrongDays = findWrongDays(cells, day)
  const known = new Map<string, AppointmentRow>()
  const rows: (AppointmentRow & { isClock12: boolean })[] = []
  const problems: RowProblem[] = []
  for (const row of cells) {
    const read = readRow(row, wrongDays.get(row.line), readQueue)
    if ('problem' in read) {
      problems.push({ line: row.line, sentence: read.problem })
      continue
    }
    const { fullName, ...appointment } = read
    const rest = fullName.slice(read.name.length, MAX_COMPARED)
    const key = `${read.time} ${read.queueId} ${fold(read.name)} ${rest}`
    const before = known.get(key)
    if (before) problems.push({ line: row.line, sentence: getTwiceProblem(before) })
    else rows.push(appointment)
    known.set(key, before ?? appointment)
  }
  const nights = hours === null ? new Map<number, string>() : findNightProblems(rows, hours)
  return {
    rows: rows.flatMap(({ isClock12: _, ...row }) => (nights.has(row.line) ? [] : [row])),
    problems: [...problems, ...[...nights].map(([line, sentence]) => ({ line, sentence }))].sort(
      (a, b) => a.line - b.line,
    ),
  }
}

function findWrongDays(cells: AppointmentCells[], day: string) {
  const problems = findTimeDayProblems(
    cells.map(({ line, time }) => ({ line, text: unwrapCell(time) })),
    day,
  )
  for (const at of cells[0]?.dates?.keys() ?? []) {
    const dates = cells.map(({ line, dates }) => ({ line, text: unwrapCell(dates?.[at] ?? '') }))
    for (const [line, problem] of findDayProblems(dates, day)) problems.set(line, problem)
  }
  return problems
}

function getTwiceProblem({ line, time, name }: AppointmentRow) {
  return `${name} at ${time} is in line ${line} already. Remove one, or make the names differ.`
}

type ReadRow = AppointmentRow & ReadName & { isClock12: boolean }
type ReadQueue = (cell: string) => Checked<{ queueId: number | null }>

function readRow(
  cells: AppointmentCells,
  wrongDay: string | undefined,
  readQueue: ReadQueue,
): Checked<ReadRow> {
  if (cells.problem !== undefined) return { problem: cells.problem }
  const texts = mapFields(field => cells[field] ?? '', LIST_FIELDS)
  const long = [cells.time, cells.queue, ...Object.values(texts)].find(
    cell => cell.length > MAX_CELL,
  )
  if (long) {
    return { problem: `${quoteCell(long)} has more than ${groupDigits(MAX_CELL)} characters.` }
  }
  const time = readAppointmentTime(unwrapCell(cells.time))
  if ('problem' in time) return time
  if (wrongDay !== undefined) return { problem: wrongDay }
  const name = readName(unwrapCell(cells.name))
  if ('problem' in name) return name
  const queue = readQueue(unwrapCell(cells.queue))
  if ('problem' in queue) return queue
  return { line: cells.line, ...time, ...mapFields(readText, LIST_FIELDS), ...name, ...queue }

  function readText(field: ListField) {
    const { clean, max } = PATIENT_FIELDS[field]
    return clean(cutText(unwrapCell(texts[field]), max)) || null
  }
}

/** Unwraps Excel's ="007" to the text 007. */
export function unwrapCell(cell: string) {
  if (!cell.startsWith('="')) return cell.trim()
  const text = /^="((?:[^"]|"")*)"$/.exec(cell)?.[1]
  return (text?.replaceAll('""', '"') ?? cell).trim()
}

/** Matches the start of a formula, or the error that a formula shows. */
const FORMULA = /^(=|[+@-]+\s*(\d|\(|[a-z][a-z\d.]*\()|#([a-z\d/]+[!?]|n\/a)$)/i

/** Shows that a quote was not closed, so the cell includes the text of the next row. */
const OTHER_ROW = /\n.*\d[:.]\d\d/

const NAME_MAX = PATIENT_FIELDS.name.max
const MAX_READ = NAME_MAX * 8
const MAX_COMPARED = 60

/** `fullName` separates two people whose names are equal after they are cut. */
type ReadName = { name: string; isCut?: true; fullName: string }

function readName(whole: string): Checked<ReadName> {
  const cell = whole.slice(0, MAX_READ)
  if (cell === '') return { problem: 'The name is empty. Write one, or remove the row.' }
  if (FORMULA.test(cell)) {
    return { problem: `This name is a formula: ${quoteCell(cell)}. Write the name as text.` }
  }
  if (OTHER_ROW.test(cell)) {
    return { problem: `This name continues in the next row: ${quoteCell(cell)}. Check its quotes.` }
  }
  const fullName = cleanName(cell).toUpperCase()
  // Cut long names like the field at reception, because clinics cannot shorten their calendar.
  const cut = cutText(fullName, NAME_MAX)
  const name = cut === fullName ? fullName : cleanName(cut)
  if (name === '') return { problem: `${quoteCell(cell)} is not a name: it has no letter.` }
  return cut === fullName ? { name, fullName } : { name, fullName, isCut: true }
}

function createQueueReader(queues: NamedQueue[]): ReadQueue {
  const findQueue = createQueueFinder(queues)
  const known = queues.map(({ name }) => name).join(', ')
  return cell => {
    const queueId = queues.length === 0 ? null : findQueue(cell)
    if (queueId !== undefined) return { queueId }
    return { problem: `${quoteCell(cell)} is not a queue. Write ${known}, or leave it empty.` }
  }
}

type ReadTime = { line: number; time: string; isClock12: boolean }

/** Without opening hours, reports only times after a daytime row, in a list without an evening. */
function findNightProblems(rows: ReadTime[], hours: OpeningHours | undefined) {
  const hasEvening = rows.some(({ time }) => time < '01:00' || time >= '19:00')
  const problems = new Map<number, string>()
  let isAfterDaytime = false
  for (const { line, time, isClock12 } of rows) {
    isAfterDaytime ||= time >= '07:00' && time < '19:00'
    if (!isClock12 || time < '01:00' || time >= '07:00') continue
    const hour = Number(time.slice(0, 2))
    const later = `${hour + 12}${time.slice(2)}`
    const isClosed = hours?.opensAt
      ? !isOpenDuring(time, hours) && isOpenDuring(later, hours)
      : isAfterDaytime && !hasEvening
    if (!isClosed) continue
    const night = `${hour}${time.slice(2)} AM`
    problems.set(line, `${time} is at night. Write ${later} for the afternoon, or ${night}.`)
  }
  return problems
}

export type NamedQueue = Pick<PatientQueue, 'id' | 'name'>

const MAX_LENGTH = 200

const withoutSigns = (text: string) => fold(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '')
const withoutTitle = (text: string) =>
  withoutSigns(fold(text).replace(/^(dr|doctor|doktor|doc)\b(?! *$)/, ''))

const KEYS = [fold, withoutSigns, withoutTitle]

/** Returns null for General, and undefined if the name fits no queue or several queues. */
export function createQueueFinder(queues: NamedQueue[]) {
  const known = KEYS.map(toKey => Map.groupBy(queues, ({ name }) => toKey(name)))

  return (cell: string) => {
    if (cell.length > MAX_LENGTH) return undefined
    if (withoutSigns(cell) === '' || fold(cell) === fold(GENERAL)) return null
    for (const [at, toKey] of KEYS.entries()) {
      const found = known[at]?.get(toKey(cell)) ?? []
      if (found.length > 0) return found.length === 1 ? found[0]?.id : undefined
    }
    return undefined
  }
}
