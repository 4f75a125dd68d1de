import { fold } from '../fold.ts'
import type { OpeningHours } from '../kiosk/kiosk.ts'
import { LIST_FIELDS, type ListField, mapFields } from '../patients/patient-fields.ts'
import {
  BROKEN_QUOTE,
  quoteCell,
  readTable,
  type Table,
  type TableRecord,
} from '../tables/read-table.ts'
import { groupDigits, toOneLine } from '../text.ts'
import { readAppointmentTime } from './appointment-time.ts'
import { type Columns, countColumns, createLooks, findColumns, looksLikeRow } from './columns.ts'
import { findTitleProblem } from './list-dates.ts'
import {
  type AppointmentRow,
  type NamedQueue,
  type RowProblem,
  readAppointments,
  unwrapCell,
} from './read-appointments.ts'
import { getSkipReason, isYes, type SkipReason } from './status-words.ts'

/** `columns`: the headings as in the list, or `column 1` and so on. */
export type AppointmentList = {
  columns: Record<ListField, string | null> & {
    time: string
    name: string
    queue: string | null
    dates: string[]
    statuses: string[]
  }
  hasHeading: boolean
  rows: AppointmentRow[]
  problems: RowProblem[]
  skipped: { reason: Skipped; count: number }[]
}

export const MAX_APPOINTMENTS = 1_000
/** Includes free slots and skipped rows. */
const MAX_ROWS = 2_000
const SAMPLE = 12

const NO_HEADING =
  'The list has no heading with a column for the time (Time or Masa) and one for the name (Name or Nama).'

/** Reads the appointments of `day` from CSV or pasted cells. Returns a problem if unreadable. */
export function parseAppointments(
  text: string,
  queues: NamedQueue[],
  day: string,
  hours?: OpeningHours,
): AppointmentList | { problem: string } {
  const content = text.replace(/^\uFEFF/, '')
  if (content.trim() === '') return { problem: 'The list is empty.' }
  const hasQueues = queues.length > 0
  const table = readTable(content, {
    isHeading: cells => countColumns(cells, hasQueues) > 1,
    isRecord: looksLikeRow,
    noHeading: NO_HEADING,
    maxRecords: MAX_ROWS,
  })
  if ('problem' in table) return table
  const { heading, records, brokenQuoteLine } = table
  const samples = heading.cells.map((_, at) => takeSample(records, at))
  const columns = findColumns(heading.cells, samples, createLooks(queues, day), hasQueues)
  if ('problem' in columns) {
    const isFound = heading.line > 0
    return {
      problem: isFound ? `Line ${heading.line}, the heading, ${columns.problem}` : NO_HEADING,
    }
  }
  const { kept, skipped } = leaveOut(table, columns)
  const broken = brokenQuoteLine ? [{ line: brokenQuoteLine, sentence: BROKEN_QUOTE }] : []
  const countProblem = getCountProblem(kept.length + broken.length)
  if (countProblem) return { problem: countProblem }
  const { time, name, queue } = columns
  const used = [time, name, ...(queue === null ? [] : [queue])].map(at => heading.cells[at] ?? '')
  const titled = [...table.titles, { line: heading.line, cells: used }]
  const title = columns.dates.length > 0 ? null : findTitleProblem(titled, day)
  const cells = kept.map(record => ({
    ...pickCells(record, columns),
    problem: getSurplusProblem(record, heading),
  }))
  const { rows, problems } = readAppointments(cells, queues, day, hours)
  return {
    columns: nameColumns(heading, columns),
    hasHeading: heading.line > 0,
    rows,
    problems: [...(title ? [title] : []), ...problems, ...broken],
    skipped: [...Map.groupBy(skipped, reason => reason)].map(([reason, { length }]) => ({
      reason,
      count: length,
    })),
  }
}

function takeSample(records: TableRecord[], at: number) {
  const filled: string[] = []
  for (const { cells } of records) if (cells[at]) filled.push(cells[at])
  const step = Math.ceil(filled.length / SAMPLE)
  return filled.filter((_, index) => index % step === 0)
}

function leaveOut({ heading, records }: Table, columns: Columns) {
  const ticks = heading.cells.flatMap((cell, at) => {
    const reason = getSkipReason(cell, true)
    return reason && !columns.statuses.includes(at) ? [{ at, reason }] : []
  })
  const kept: TableRecord[] = []
  const skipped: Skipped[] = []
  for (const record of records) {
    const reason = getSkipped(record.cells, heading.cells, columns, ticks)
    if (reason) skipped.push(reason)
    else kept.push(record)
  }
  return { kept, skipped }
}

function getCountProblem(count: number) {
  if (count <= MAX_APPOINTMENTS) return null
  return `The list has ${groupDigits(count)} appointments, but at most ${groupDigits(MAX_APPOINTMENTS)} are possible.`
}

/** Finds extra cells, because an unquoted comma in a name moves the rest into other columns. */
function getSurplusProblem({ cells }: TableRecord, heading: TableRecord) {
  const surplus = cells.slice(heading.cells.length).find(cell => cell !== '')
  return surplus === undefined
    ? undefined
    : `${quoteCell(surplus)} has no column heading. If it belongs to the cell before, put both in quotes.`
}

function pickCells({ line, cells }: TableRecord, columns: Columns) {
  const { time, period, queue, dates } = columns
  const pick = (at: number | null) => (at === null ? '' : (cells[at] ?? ''))
  return {
    line,
    time: `${pick(time)} ${pick(period)}`.trim(),
    ...mapFields(field => pick(columns[field]), LIST_FIELDS),
    queue: pick(queue),
    dates: dates.map(pick),
  }
}

function nameColumns({ cells }: TableRecord, columns: Columns) {
  const pick = (at: number) => toOneLine(cells[at] ?? '')
  const { time, name, queue, dates, statuses } = columns
  const pickText = (field: ListField) => (columns[field] === null ? null : pick(columns[field]))
  return {
    ...mapFields(pickText, LIST_FIELDS),
    time: pick(time),
    name: pick(name),
    queue: queue === null ? null : pick(queue),
    dates: dates.map(pick),
    statuses: statuses.map(pick),
  }
}

export type Skipped = SkipReason | 'free' | 'total' | 'heading'

const FREE =
  /^(free( slot)?|(un)?available|vacant|(empty|open)( slot)?|block(ed)?|break|lunch( break| hour| time)?|tea break|kosong|tiada|rehat( tengah ?hari)?)?$/
const TOTAL =
  /^((grand |sub)?.?total|jumlah|bilangan|count|page \d|muka ?surat|printed|dicetak|generated|dijana|exported|end of|tamat|\d+ (appointment|patient|record|row|entr|pesakit|temu|rekod))/
/** ALI (CANCELLED), ALI - CANCELLED, or only CANCELLED. Names may begin like other status words. */
const NOTE =
  /[([]([^()[\]]+)[)\]]$|(?:^|[-–] )(cancell?ed|(?:di)?batal(?:kan)?|no[ -]?show|rescheduled|postponed)(?: [-–]|$)/i
const MAX_LENGTH = 60

function getSkipped(
  cells: string[],
  heading: string[],
  columns: Columns,
  ticks: { at: number; reason: SkipReason }[],
): Skipped | null {
  const pick = (at: number) => cells[at] ?? ''
  if (cells.length === heading.length && cells.every((cell, at) => cell === heading[at])) {
    return 'heading'
  }
  const [, inBrackets, word = ''] = NOTE.exec(pick(columns.name).slice(0, MAX_LENGTH)) ?? []
  const reasons = [
    ...columns.statuses.map(at => getSkipReason(pick(at))),
    ...columns.remarks.map(at => getSkipReason(pick(at), true)),
    getSkipReason(inBrackets ?? word, true),
    ticks.find(({ at }) => isYes(pick(at)))?.reason,
  ]
  const reason = reasons.find(Boolean)
  if (reason) return reason
  const isTime = 'time' in readAppointmentTime(unwrapCell(pick(columns.time)))
  if (!isTime) return isTotal(cells) ? 'total' : null
  return isFree(pick(columns.name)) ? 'free' : null
}

function isFree(name: string) {
  if (name.length > MAX_LENGTH) return false
  const text = fold(name)
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim()
  return FREE.test(text)
}

function isTotal(cells: string[]) {
  const filled = cells.filter(cell => cell !== '').slice(0, 2)
  return filled.some(cell => cell.length <= MAX_LENGTH && TOTAL.test(fold(cell)))
}
