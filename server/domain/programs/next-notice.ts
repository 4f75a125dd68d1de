import type { Patient } from '../patients/patient.ts'

/** What a program is told of a patient who is called soon. It has no name. */
export type NextNotice = Pick<Patient, 'number' | 'label' | 'day' | 'queue'> & {
  /** The same one is the same wait of the same patient, also after a restore of older data. */
  id: string
  /** Null while tickets are off. */
  ticket: string | null
  /** Only if the clinic asks for one, and the patient gave one. */
  phone?: string
}

export function getNoticeId({ id, journey, registeredAt }: Patient) {
  return `${id}.${journey.length}@${registeredAt}`
}
