import type { Patient } from '../patients/patient.ts'

/** Notice to a program about a patient who is called soon. It never has the patient's name. */
export type NextNotice = Pick<Patient, 'number' | 'label' | 'day' | 'queue'> & {
  /** Identifies one wait of one patient. Stable across a restore. */
  id: string
  /** Null while tickets are off. */
  ticket: string | null
  /** Present only if the clinic asks for phone numbers and the patient gave a number. */
  phone?: string
}

export function getNoticeId({ id, journey, registeredAt }: Patient) {
  return `${id}.${journey.length}@${registeredAt}`
}
