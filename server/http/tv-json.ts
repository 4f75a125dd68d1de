import { hideDiscreetName } from '#domain/display/tv-patient'
import type { Patient } from '#domain/patients/patient'
import { toPatientJson } from '#domain/patients/patient-json'

/** The specified fields, but a phone number: a new field of patients is not shown by itself. */
const STAFF_FIELDS = [
  ...['id', 'name', 'number', 'label', 'day', 'queue', 'type', 'status', 'registeredAt'],
  ...['appointmentAt', 'calledAt', 'callSequence', 'room', 'lastRoom', 'requeueReason', 'hold'],
  ...['isPriority', 'priorityReason', 'isDiscreet', 'readyForDispensary', 'missedCount'],
  'journey',
] as Exclude<keyof Patient, 'phone'>[]

/** What the staff's own display receives, which stands where patients may see it. */
export function toStaffJson(patient: Patient) {
  const masked = hideDiscreetName(patient)
  const shown = STAFF_FIELDS.flatMap(key => (key in masked ? [[key, masked[key]]] : []))
  // Safe: these are its fields.
  return toPatientJson(Object.fromEntries(shown) as Omit<Patient, 'phone'>)
}
