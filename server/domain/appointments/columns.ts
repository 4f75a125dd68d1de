import { fold } from '../fold.ts'
import { quoteCell } from '../tables/quote-cell.ts'

export type Column = 'time' | 'name' | 'queue' | 'date'
/** Where each column stands in a record; `queue` is missing if the list or the clinic has none. */
export type Columns = Partial<Record<Column, number>> & { time: number; name: number }
type Found = { column: Column; at: number; heading: string }

const HEADINGS: Record<Column, string[]> = {
  time: `time, appointment time, appt time, start time, time slot, slot, date and time, date time,
    appointment date and time, masa, waktu, jam, masa temujanji, waktu temujanji, slot masa,
    masa janji temu, tarikh dan masa, tarikh masa, uhrzeit, zeit`.split(','),
  name: `name, full name, patient, patient name, patients name, name of patient, nama, nama penuh,
    pesakit, nama pesakit, patientenname`.split(','),
  queue:
    `queue, queue name, doctor, doctor name, doctors name, name of doctor, dr, dr name, service,
    service name, clinic, department, giliran, nama giliran, doktor, nama doktor, klinik,
    perkhidmatan, servis, jabatan, arzt`.split(','),
  date: 'date, appointment date, day, tarikh, tarikh temujanji, tarikh janji temu, hari, datum'.split(
    ',',
  ),
}
/** A longer cell is no heading. */
const MAX_HEADING = 100

const COLUMNS = new Map(
  (['time', 'name', 'queue', 'date'] as const).flatMap(column =>
    HEADINGS[column].map(heading => [toKey(heading), column] as const),
  ),
)

const LABELS: Record<Column, string> = {
  time: 'the time (Time or Masa)',
  name: 'the name (Name or Nama)',
  queue: 'the queue (Queue or Doctor)',
  date: 'the date (Date or Tarikh)',
}

/** The columns that a heading names, or why it cannot be used. */
export function findColumns(headings: string[], wanted: Column[]): Columns | { problem: string } {
  const found = findNamed(headings, wanted)
  for (const column of wanted) {
    const same = found.filter(one => one.column === column)
    if (same.length < 2) continue
    const names = same.map(({ heading }) => quoteCell(heading)).join(' and ')
    return {
      problem: `has ${same.length} columns for ${LABELS[column]}: ${names}. Keep one of them.`,
    }
  }
  const { time, name, ...others } = Object.fromEntries(
    found.map(({ column, at }) => [column, at]),
  ) as Partial<Record<Column, number>>
  if (time === undefined) return { problem: `has no column for ${LABELS.time}.` }
  if (name === undefined) return { problem: `has no column for ${LABELS.name}.` }
  return { time, name, ...others }
}

export function countColumns(headings: string[], wanted: Column[]) {
  return new Set(findNamed(headings, wanted).map(({ column }) => column)).size
}

function findNamed(headings: string[], wanted: Column[]): Found[] {
  return headings.flatMap((heading, at) => {
    const column = findColumn(heading)
    return column && wanted.includes(column) ? [{ column, at, heading }] : []
  })
}

/** Also of "Masa / Time" and "Time (24 h)", but not of what names two different columns. */
function findColumn(heading: string) {
  if (heading.length > MAX_HEADING) return null
  const whole = COLUMNS.get(toKey(heading))
  if (whole) return whole
  const parts = [...heading.split(/[/|()[\]]/)]
  const named = new Set(parts.flatMap(part => COLUMNS.get(toKey(part)) ?? []))
  const [column] = named
  return named.size === 1 && column ? column : null
}

function toKey(heading: string) {
  return fold(heading).replace(/[^\p{L}\p{N}]/gu, '')
}
