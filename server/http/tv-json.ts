import { hideDiscreetName } from '#domain/display/tv-patient'
import type { Patient } from '#domain/patients/patient'
import type { OptionalField } from '#domain/patients/patient-fields'
import { toPatientJson } from '#domain/patients/patient-json'

/** The specified fields. Other fields, including new ones, are not sent. */
const STAFF_FIELDS = [
  ...['id', 'name', 'number', 'label', 'day', 'queue', 'type', 'status', 'registeredAt'],
  ...['appointmentAt', 'calledAt', 'callSequence', 'room', 'lastRoom', 'requeueReason', 'hold'],
  ...['isPriority', 'priorityReason', 'isDiscreet', 'readyForDispensary', 'missedCount'],
  'journey',
] as Exclude<keyof Patient, OptionalField>[]

/** Builds the data for the staff's display. Patients may see this display. */
export function toStaffJson(patient: Patient) {
  const masked = hideDiscreetName(patient)
  const shown = STAFF_FIELDS.flatMap(key => (key in masked ? [[key, masked[key]]] : []))
  // Safe: `shown` has exactly these fields.
  return toPatientJson(Object.fromEntries(shown) as Omit<Patient, OptionalField>)
}
