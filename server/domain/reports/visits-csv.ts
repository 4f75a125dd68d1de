import type { Patient } from '../patients/patient.ts'
import { getClinicTime } from '../time.ts'
import type { Visit } from './visit.ts'

/** Spreadsheets read the file as UTF-8 only with this mark. */
export const BYTE_ORDER_MARK = '\ufeff'
const LINE_END = '\r\n'

/**
 * Where a spreadsheet would take what follows for a formula (OWASP, CSV injection): at the start,
 * or where one with another list separator begins a cell, after blanks and quotes that it drops.
 * Also with the signs that East Asian keyboards write.
 */
const FORMULA =
  /(?<=^|[,;|\t\r\n])(?=[\t\r]|[\s\p{C}"']*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b\u2212])/gu

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
  const text = value.replace(FORMULA, "'")
  return /[",;|\t\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
