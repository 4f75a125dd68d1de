import type { Patient } from '../patients/patient.ts'
import { getClinicTime } from '../time.ts'
import type { Visit } from './visit.ts'

/** Spreadsheets read the file as UTF-8 only with this mark. */
export const BYTE_ORDER_MARK = '\ufeff'
const LINE_END = '\r\n'

/** A spreadsheet takes a text that begins with one of these as a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/

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
export const VISITS_HEADER = toLine(COLUMNS)

export function formatVisit(
  { day, number, isPriority, registeredAt }: Patient,
  visit: Visit,
  timeZone: string,
) {
  const minutes = visit.services.reduce((sum, service) => sum + service.minutes, 0)
  return toLine([
    day,
    number,
    isPriority ? 'yes' : 'no',
    registeredAt,
    getClinicTime(registeredAt, timeZone),
    visit.room ?? '',
    visit.wait ?? '',
    visit.services.length > 0 ? minutes : '',
    visit.medicineWait ?? '',
    visit.missed,
    visit.isNoShow ? 'yes' : 'no',
  ])
}

export function toLine(cells: (string | number)[]) {
  return cells.map(toCell).join(',') + LINE_END
}

export function toCell(value: string | number) {
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
