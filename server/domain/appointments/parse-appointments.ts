import { decodeTable } from '../tables/decode-table.ts'
import { quoteCell } from '../tables/quote-cell.ts'
import { BROKEN_QUOTE, readTable, type TableRecord } from '../tables/read-table.ts'
import { groupDigits, toOneLine } from '../text.ts'
import { type Column, type Columns, countColumns, findColumns } from './columns.ts'
import {
  type AppointmentRow,
  type NamedQueue,
  type RowProblem,
  readAppointments,
} from './read-appointments.ts'

/** `columns` are the headings as the list has them. */
export type AppointmentList = {
  columns: { time: string; name: string; queue: string | null }
  rows: AppointmentRow[]
  problems: RowProblem[]
}

/** More than any clinic sees in a day. */
export const MAX_APPOINTMENTS = 1_000

const QUOTES = 'Put the whole text in quotes, or give this column a heading.'
const NO_HEADING =
  'The list has no heading with a column for the time (Time or Masa) and one for the name (Name or Nama).'

/** Throws a DomainError for an Excel file or another one that is no text. */
export function decodeList(bytes: Uint8Array) {
  return decodeTable(bytes, 'Save the list as CSV, or copy its cells and paste them.')
}

/** The appointments of `day` in a CSV file or in pasted cells, or why it cannot be read at all. */
export function parseAppointments(
  text: string,
  queues: NamedQueue[],
  day: string,
): AppointmentList | { problem: string } {
  const content = text.replace(/^\uFEFF/, '')
  if (content.trim() === '') return { problem: 'The list is empty.' }
  const needed: Column[] = queues.length > 0 ? ['time', 'name', 'queue'] : ['time', 'name']
  const table = readTable(content, {
    isHeading: cells => countColumns(cells, needed) > 1,
    noHeading: NO_HEADING,
  })
  if ('problem' in table) return table
  const { heading, records, brokenQuoteLine } = table
  const columns = findColumns(heading.cells, [...needed, 'date'])
  if ('problem' in columns) {
    return { problem: `Line ${heading.line}, the heading, ${columns.problem}` }
  }
  const broken = brokenQuoteLine ? [{ line: brokenQuoteLine, sentence: BROKEN_QUOTE }] : []
  const countProblem = getCountProblem(records.length + broken.length)
  if (countProblem) return { problem: countProblem }
  const cells = records.map(record => ({
    ...pickCells(record, columns),
    problem: getSurplusProblem(record, heading),
  }))
  const { rows, problems } = readAppointments(cells, queues, day)
  return { columns: nameColumns(heading, columns), rows, problems: [...problems, ...broken] }
}

function getCountProblem(count: number) {
  if (count <= MAX_APPOINTMENTS) return null
  return `The list has ${groupDigits(count)} appointments, but at most ${groupDigits(MAX_APPOINTMENTS)} are possible.`
}

/** An unquoted comma in a name would cut it, and move what follows into another column. */
function getSurplusProblem({ cells }: TableRecord, heading: TableRecord) {
  const surplus = cells.slice(heading.cells.length).find(cell => toOneLine(cell).trim() !== '')
  return surplus === undefined
    ? undefined
    : `${quoteCell(surplus)} is beyond the last heading. ${QUOTES}`
}

function pickCells({ line, cells }: TableRecord, { time, name, queue, date }: Columns) {
  const pick = (at = -1) => cells[at] ?? ''
  return { line, time: pick(time), name: pick(name), queue: pick(queue), date: pick(date) }
}

function nameColumns({ cells }: TableRecord, { time, name, queue }: Columns) {
  const pick = (at: number) => toOneLine(cells[at] ?? '')
  return { time: pick(time), name: pick(name), queue: queue === undefined ? null : pick(queue) }
}
