import { hideDiscreetName } from '#domain/display/tv-patient'
import type { Patient } from '#domain/patients/patient'
import type { OptionalField } from '#domain/patients/patient-fields'
import { toPatientJson } from '#domain/patients/patient-json'

/** The specified fields. A new field of patients is not shown. */
const STAFF_FIELDS = [
  ...['id', 'name', 'number', 'label', 'day', 'queue', 'type', 'status', 'registeredAt'],
  ...['appointmentAt', 'calledAt', 'callSequence', 'room', 'lastRoom', 'requeueReason', 'hold'],
  ...['isPriority', 'priorityReason', 'isDiscreet', 'readyForDispensary', 'missedCount'],
  'journey',
] as Exclude<keyof Patient, OptionalField>[]

/** What the staff's own display receives, which stands where patients may see it. */
export function toStaffJson(patient: Patient) {
  const masked = hideDiscreetName(patient)
  const shown = STAFF_FIELDS.flatMap(key => (key in masked ? [[key, masked[key]]] : []))
  // Safe: these are its fields.
  return toPatientJson(Object.fromEntries(shown) as Omit<Patient, OptionalField>)
}
