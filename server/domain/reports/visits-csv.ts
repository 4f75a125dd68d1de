import type { Patient } from '../patients/patient.ts'
import { getClinicTime, type TimeZone } from '../time.ts'
import type { CsvCell } from './csv.ts'
import type { Visit } from './visit.ts'

export const VISITS_COLUMNS = [
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

export function formatVisit(
  { day, number, isPriority, registeredAt }: Patient,
  visit: Visit,
  timeZone: TimeZone,
): CsvCell[] {
  const minutes = visit.services.reduce((sum, service) => sum + service.minutes, 0)
  return [
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
  ]
}
