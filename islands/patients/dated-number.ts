import { formatDatedLabel, getListName, type Patient } from '#domain/patients/patient'
import { clinicDay } from '../data/clinic-day.ts'

type Dated = Pick<Patient, 'label' | 'day'>

export function formatListLabel(patient: Dated) {
  return formatDatedLabel(patient, clinicDay.value)
}

/** Returns '#B001', or '#B001 · 19 Nov' for a number of another day. */
export function formatListNumber(patient: Dated) {
  return `#${formatListLabel(patient)}`
}

export function formatNumberAndName(patient: Dated & Pick<Patient, 'name'>) {
  return `${formatListNumber(patient)} ${getListName(patient)}`
}
