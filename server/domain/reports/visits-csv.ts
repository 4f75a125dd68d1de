import type { Patient } from '../patients/patient.ts'
import { GENERAL } from '../queues/patient-queue.ts'
import { getClinicTime, type TimeZone } from '../time.ts'
import type { CsvCell } from './csv.ts'
import type { Visit } from './visit.ts'

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
