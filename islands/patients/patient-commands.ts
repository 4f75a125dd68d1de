import type { Patient } from '#domain/patients/patient'

export type PatientCommands = Record<
  | 'call'
  | 'recall'
  | 'dispense'
  | 'complete'
  | 'start'
  | 'missed'
  | 'noShow'
  | 'bringBack'
  | 'remove',
  (patient: Patient) => void
> & {
  /** With minutes, the patient returns to the queue after them. */
  requeue(patient: Patient, reason: string, holdMinutes: number | null): void
}
