import { fold, isFoldedAlike } from '../fold.ts'
import { NAME_MAX } from '../patients/registration.ts'
import { GENERAL, type PatientQueue } from '../queues/patient-queue.ts'
import { quoteCell } from '../tables/quote-cell.ts'
import { cleanName, cutText, groupDigits, isLongerThan } from '../text.ts'
import { readAppointmentTime } from './appointment-time.ts'

export type NamedQueue = Pick<PatientQueue, 'id' | 'name'>
/** `line` is that of the file or of the pasted text, where a row begins. */
type AppointmentCells = {
  line: number
  time: string
  name: string
  queue: string
  /** The date, if it has a column of its own. */
  date?: string
  /** What is wrong with the row as a whole. */
  problem?: string | undefined
}
/** `time` is HH:MM; `name` is as registration stores it; null is no queue. */
export type AppointmentRow = {
  line: number
  time: string
  name: string
  queueId: number | null
  /** The name was longer than a patient's can be. */
  isCut?: true
}
export type RowProblem = { line: number; sentence: string }
type Checked<Value> = Value | { problem: string }

/** Cells are searched with patterns, and their characters are counted. */
const MAX_CELL = 1_000

/** The appointments of `day`, and what is wrong with each other row and what to write instead. */
export function readAppointments(cells: AppointmentCells[], queues: NamedQueue[], day: string) {
  const rows = new Map<string, AppointmentRow>()
  const problems: RowProblem[] = []
  for (const row of cells) {
    const read = readRow(row, queues, day)
    if ('problem' in read) {
      problems.push({ line: row.line, sentence: read.problem })
      continue
    }
    const { fullName, ...appointment } = read
    const key = `${read.time} ${fold(fullName)}`
    const before = rows.get(key)
    if (before) problems.push({ line: row.line, sentence: getTwiceProblem(before) })
    else rows.set(key, appointment)
  }
  return { rows: [...rows.values()], problems }
}

function getTwiceProblem({ line, time, name }: AppointmentRow) {
  return `${name} at ${time} is in line ${line} already. Remove one, or make the names differ.`
}

type ReadRow = AppointmentRow & ReadName

function readRow(cells: AppointmentCells, queues: NamedQueue[], day: string): Checked<ReadRow> {
  if (cells.problem !== undefined) return { problem: cells.problem }
  const long = [cells.time, cells.name, cells.queue].find(cell => cell.length > MAX_CELL)
  if (long) {
    return { problem: `${quoteCell(long)} has more than ${groupDigits(MAX_CELL)} characters.` }
  }
  const time = readAppointmentTime(unwrap(cells.time), day, unwrap(cells.date ?? ''))
  if ('problem' in time) return time
  const name = readName(unwrap(cells.name))
  if ('problem' in name) return name
  const queue = readQueue(unwrap(cells.queue), queues)
  return 'problem' in queue ? queue : { line: cells.line, ...time, ...name, ...queue }
}

/** Excel's ="007" is the text 007. */
function unwrap(cell: string) {
  const text = /^="((?:[^"]|"")*)"$/.exec(cell)?.[1]
  return (text?.replaceAll('""', '"') ?? cell).trim()
}

/** It begins as one, with a number, a parenthesis or a function, or is the error that one gave. */
const FORMULA = /^(=|[+@-]+\s*(\d|\(|[a-z][a-z\d.]*\()|#([a-z\d/]+[!?]|n\/a)$)/i

/** A forgotten quote is closed by the next one, and takes the row between them with it. */
const OTHER_ROW = /\n.*\d[:.]\d\d/

/** Two people may have one name once it is cut. */
type ReadName = { name: string; isCut?: true; fullName: string }

function readName(cell: string): Checked<ReadName> {
  if (cell === '') return { problem: 'The name is empty. Write one, or remove the row.' }
  if (FORMULA.test(cell)) {
    return { problem: `This name is a formula: ${quoteCell(cell)}. Write the name as text.` }
  }
  if (OTHER_ROW.test(cell)) {
    return { problem: `This name goes on into another row: ${quoteCell(cell)}. Check its quotes.` }
  }
  const fullName = cleanName(cell).toUpperCase()
  // The field at reception cuts, too: a clinic cannot shorten its calendar's names every morning.
  const name = cleanName(cutText(fullName, NAME_MAX))
  if (name === '') return { problem: `${quoteCell(cell)} is not a name: it has no letter.` }
  return isLongerThan(fullName, NAME_MAX) ? { name, fullName, isCut: true } : { name, fullName }
}

function readQueue(cell: string, queues: NamedQueue[]): Checked<{ queueId: number | null }> {
  const isGeneral = cell === '' || isFoldedAlike(cell, GENERAL)
  if (isGeneral || queues.length === 0) return { queueId: null }
  const queue = queues.find(({ name }) => isFoldedAlike(name, cell))
  if (queue) return { queueId: queue.id }
  const known = queues.map(({ name }) => name).join(', ')
  return { problem: `${quoteCell(cell)} is not a queue. Write ${known}, or leave it empty.` }
}
