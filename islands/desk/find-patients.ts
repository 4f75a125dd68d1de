import { formatNumber, type Patient } from '#domain/patients/patient'
import { isOnHold } from '#domain/queue/lists'
import { minutesWaited } from '../patients/waiting-time.ts'

export const FILTERS = ['All', 'Priority', 'Requeued', 'Over 30 min', 'On hold'] as const
export type Filter = (typeof FILTERS)[number]

const LONG_WAIT_MINUTES = 30

/** Digits match the beginning of the number, anything else a part of the name. */
export function matchesSearch({ number, name }: Patient, search: string) {
  const text = search.trim().replace(/^#/, '')
  if (text === '') return true
  if (/^\d+$/.test(text)) {
    return [String(number), formatNumber(number)].some(digits => digits.startsWith(text))
  }
  return (name ?? '').toLowerCase().includes(text.toLowerCase())
}

export function matchesFilter(patient: Patient, filter: Filter, now: string) {
  switch (filter) {
    case 'All':
      return true
    case 'Priority':
      return patient.isPriority
    case 'Requeued':
      return patient.status === 'requeue'
    case 'Over 30 min':
      return minutesWaited(patient.registeredAt, now) > LONG_WAIT_MINUTES
    case 'On hold':
      return isOnHold(patient, now)
  }
}

/** Whom Enter means: the patient with exactly this number, else the first in the list. */
export function findFirst(patients: Patient[], search: string) {
  const number = Number(search.trim().replace(/^#/, ''))
  return patients.find(patient => patient.number === number) ?? patients[0] ?? null
}
