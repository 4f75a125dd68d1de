import type { Patient } from '#domain/patients/patient'

export type PatientCommands = Record<
  'call' | 'recall' | 'dispense' | 'complete' | 'start' | 'remove',
  (patient: Patient) => void
> & { requeue(patient: Patient, reason: string): void }
