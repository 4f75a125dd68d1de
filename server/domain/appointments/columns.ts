import { fold } from '../fold.ts'
import {
  LIST_FIELDS,
  type ListField,
  mapFields,
  PATIENT_FIELDS,
} from '../patients/patient-fields.ts'
import { quoteCell } from '../tables/read-table.ts'
import { addDays, isDay } from '../time.ts'
import { looksLikeTime } from './appointment-time.ts'
import { looksLikeDate, splitDate } from './list-dates.ts'
import { createQueueFinder, type NamedQueue } from './read-appointments.ts'
import { looksLikeStatuses } from './status-words.ts'

type Named = 'time' | 'queue' | 'date' | 'status' | 'remark' | ListField
type Single = 'time' | 'name' | 'queue'
/** Position of each column in a record. `queue` is null if the list or the clinic has no queues. */
export type Columns = Record<ListField, number | null> & {
  time: number
  period: number | null
  name: number
  queue: number | null
  dates: number[]
  statuses: number[]
  remarks: number[]
}
export const HEADINGS: Record<Named, readonly string[]> = {
  time: `time, appointment time, appt time, start time, start, from, mula,
    dari, time slot, slot, date and time, date time,
    appointment date and time, masa, waktu, jam, masa temujanji, waktu temujanji, slot masa,
    masa janji temu, tarikh dan masa, tarikh masa, uhrzeit, zeit`.split(','),
  queue:
    `queue, queue name, doctor, doctor name, doctors name, name of doctor, dr, dr name, service,
    service name, clinic, department, provider, practitioner, physician, giliran, nama giliran, doktor, nama doktor, klinik,
    perkhidmatan, servis, jabatan, arzt`.split(','),
  date: 'date, appointment date, day, tarikh, tarikh temujanji, tarikh janji temu, hari, datum, 日期, 预约日期'.split(
    ',',
  ),
  status: `status, appointment status, appt status, booking status, visit status, attendance,
    outcome, status temujanji, status janji temu, kehadiran`.split(','),
  remark: 'remarks, remark, notes, note, comments, comment, catatan, ulasan, nota'.split(','),
  ...mapFields(field => PATIENT_FIELDS[field].listHeadings ?? [], LIST_FIELDS),
}
const MAX_HEADING = 100

// Safe: these are the keys of the object.
const COLUMNS = new Map(
  (Object.keys(HEADINGS) as Named[]).flatMap(column =>
    HEADINGS[column].map(heading => [toKey(heading), column] as const),
  ),
)

const LABELS: Record<Single, string> = {
  time: 'the time (Time or Masa)',
  name: 'the name (Name or Nama)',
  queue: 'the queue (Queue or Doctor)',
}

const OTHER_DATE =
  /birth|\bd\.?o\.?b\b|lahir|geburt|booked|created|creat(ed|ion)|register|daftar|tempah|updated|modified|last|previous|next|lepas|terakhir|seterusnya|expir|luput|printed|dicetak|issue|referr|rujuk/
const DATE_WORD = /\b(date|tarikh)\b|日期/
const OTHER_STATUS = /pay|paid|bayar|bill|last|previous|marital|kahwin|insur/
const NAME_PART =
  /^(surname|(last|family|first|given|middle|fore) ?name|nama (keluarga|bapa|akhir|pertama))$/
const MAX_DATES = 3
const MAX_STATUSES = 5

/** Finds the columns by their headings and by samples of their cells; a problem if unclear. */
export function findColumns(
  headings: string[],
  samples: string[][],
  looks: Looks,
  hasQueues: boolean,
): Columns | { problem: string } {
  const named = headings.map(findNamed)
  const keys = headings.map(heading => fold(heading.slice(0, MAX_HEADING)))
  const all = [...headings.keys()]
  const fits = (column: keyof Looks, at: number) => {
    const cells = samples[at] ?? []
    return cells.length > 0 && looks[column](cells)
  }

  function find(column: Single, isFree: (at: number) => boolean) {
    const own = all.filter(at => named[at] === column)
    const fitting = own.filter(at => fits(column, at))
    if (fitting.length === 1) return fitting
    const isOpen = own.length === 0 || (column === 'queue' && fitting.length === 0)
    const others = isOpen ? all.filter(at => isFree(at) && fits(column, at)) : []
    return others.length === 1 ? others : own
  }

  const withTime = find('time', at => named[at] === null)
  const times = withTime.length > 0 ? withTime : find('time', at => named[at] === 'date')
  const queues = hasQueues ? find('queue', at => named[at] === null) : []
  const dates = all.filter(at => {
    if (times.includes(at)) return false
    if (named[at] === 'date') return true
    const isFree = named[at] === null ? !OTHER_DATE.test(keys[at] ?? '') : named[at] === 'time'
    const isNamed = named[at] === null && DATE_WORD.test(keys[at] ?? '') && samples[at]?.length
    return isFree && (isNamed || fits('date', at))
  })
  const statuses = all.filter(at => {
    const isFree = named[at] === null && !OTHER_STATUS.test(keys[at] ?? '')
    return named[at] === 'status' || (isFree && !dates.includes(at) && fits('status', at))
  })
  const [period = null] = all.filter(at => named[at] === null && fits('period', at))
  const taken = [...times, ...(period === null ? [] : [period]), ...queues, ...dates, ...statuses]
  const names = find('name', at => named[at] === null && !taken.includes(at))
  const found = { time: times, name: names, queue: queues }
  for (const [column, places] of Object.entries(found)) {
    if (places.length < 2) continue
    const same = places.map(at => quoteCell(headings[at])).join(' and ')
    // Safe: these are the keys of `found`.
    const label = LABELS[column as Single]
    return { problem: `has ${places.length} columns for ${label}: ${same}. Keep one of them.` }
  }
  const [[time], [name], [queue]] = [times, names, queues]
  if (time === undefined) return { problem: `has no column for ${LABELS.time}.` }
  if (name === undefined) return { problem: `has no column for ${LABELS.name}.` }
  const part = all.find(
    at => NAME_PART.test(keys[at] ?? '') && !isWithin(samples[at], samples[name]),
  )
  if (part !== undefined) {
    const both = [name, part].map(at => quoteCell(headings[at])).join(' and ')
    return { problem: `has the name in ${both}. Put it into one column.` }
  }
  if (dates.length > MAX_DATES) {
    return { problem: `has ${dates.length} columns with dates. Keep the date of the appointment.` }
  }
  const remarks = all.filter(at => named[at] === 'remark')
  return {
    ...mapFields(field => all.find(at => named[at] === field) ?? null, LIST_FIELDS),
    ...{ time, period, name, queue: queue ?? null, dates },
    statuses: statuses.slice(0, MAX_STATUSES),
    remarks: remarks.slice(0, MAX_STATUSES),
  }
}

export function countColumns(headings: string[], hasQueues: boolean) {
  const wanted = hasQueues ? ['time', 'name', 'queue'] : ['time', 'name']
  const found = headings.map(findNamed).filter(column => column && wanted.includes(column))
  return new Set(found).size
}

/** Accepts "Masa / Time" and "Time (24 h)". Returns null if a heading names two columns. */
function findNamed(heading: string) {
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

function isWithin(parts: string[] = [], wholes: string[] = []) {
  const names = wholes.map(fold)
  return parts.length === 0 || parts.some(part => names.some(name => name.includes(fold(part))))
}

/** Tests the filled cells of a column. Needs at least one cell. */
export type Looks = Record<
  'time' | 'period' | 'name' | 'queue' | 'date' | 'status',
  (cells: string[]) => boolean
>

const PERIOD = /^([ap]\.?m\.?|pagi|petang|tengah ?hari|malam)$/i

const mostly = (isSuch: (cell: string) => boolean) => (cells: string[]) =>
  cells.filter(isSuch).length * 2 >= cells.length

export function createLooks(queues: NamedQueue[], day: string): Looks {
  const findQueue = createQueueFinder(queues)
  const areQueues = mostly(cell => findQueue(cell) !== undefined)
  const areDates = mostly(looksLikeDate)
  return {
    time: mostly(looksLikeTime),
    period: cells => cells.every(cell => PERIOD.test(cell)),
    name: mostly(looksLikeName),
    queue: cells => cells.some(findQueue) && areQueues(cells),
    date: cells => areDates(cells) && !areBirthDates(cells, day),
    status: looksLikeStatuses,
  }
}

export function looksLikeRow(cells: string[]) {
  return cells.some(looksLikeTime) && cells.some(looksLikeName)
}

function looksLikeName(cell: string) {
  const isText = cell.length < 200 && /\p{L}{2}|\p{Lo}/u.test(cell) && !/\d|@/.test(cell)
  return isText && !looksLikeTime(cell) && !looksLikeDate(cell)
}

function areBirthDates(cells: string[], day: string) {
  const dates = new Set(cells.map(cell => splitDate(cell).date ?? day))
  const yearAgo = addDays(day, -365)
  return dates.size > 1 && [...dates].every(date => !isDay(date) || date < yearAgo)
}
