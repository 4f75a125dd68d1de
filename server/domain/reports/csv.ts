import type { Patient } from '../patients/patient.ts'
import { GENERAL } from '../queues/patient-queue.ts'
import { getClinicTime, type TimeZone } from '../time.ts'
import type { Visit } from './tally.ts'

/** Spreadsheets read the file as UTF-8 only with this mark. */
const BYTE_ORDER_MARK = '\ufeff'
const LINE_END = '\r\n'
const SEPARATORS = { comma: ',', semicolon: ';' }
export type CsvSeparator = keyof typeof SEPARATORS
export const CSV_SEPARATORS = ['comma', 'semicolon'] as const satisfies CsvSeparator[]

/** Start of a formula (OWASP, CSV injection). Spreadsheets drop blanks and quotes before it. */
const FORMULA =
  /(?<=^|[,;|\t\r\n])(?=[\t\r]|[\s\p{C}"']*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b\u2212])/gu

export type CsvCell = string | number

export function formatHeader(columns: string[], separator: CsvSeparator) {
  return BYTE_ORDER_MARK + formatLine(columns, separator)
}

export function formatLine(cells: CsvCell[], separator: CsvSeparator) {
  return cells.map(formatCell).join(SEPARATORS[separator]) + LINE_END
}

export function formatCell(value: CsvCell) {
  if (typeof value === 'number') return String(value)
  const text = value.replace(FORMULA, "'")
  return /[",;|\t\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const COLUMNS = [
  'day',
  'number',
  'priority',
  'registered (UTC)',
  'registered (clinic)',
  'room',
  'wait (min)',
  'in rooms (min)',
  'wait for medicine (min)',
  'missed calls',
  'no-show',
]

/** Clinics that have never had queues get plain numbers and no queue column. */
export function listVisitsColumns(hasQueues: boolean) {
  return hasQueues ? [...COLUMNS, 'queue'] : COLUMNS
}

type Options = { timeZone: TimeZone; hasQueues: boolean }

export function formatVisit(
  { day, number, label, isPriority, registeredAt }: Patient,
  visit: Visit,
  { timeZone, hasQueues }: Options,
): CsvCell[] {
  const minutes = visit.services.reduce((sum, service) => sum + service.minutes, 0)
  return [
    day,
    hasQueues ? label : number,
    isPriority ? 'yes' : 'no',
    registeredAt,
    getClinicTime(registeredAt, timeZone),
    visit.room ?? '',
    visit.wait ?? '',
    visit.services.length > 0 ? minutes : '',
    visit.medicineWait ?? '',
    visit.missed,
    visit.isNoShow ? 'yes' : 'no',
    ...(hasQueues ? [visit.queue ?? GENERAL] : []),
  ]
}
