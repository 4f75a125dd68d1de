import type { JourneyEntry, Patient } from './patient.ts'

/** Names the rooms as the API specifies them. */
export type PatientJson = Omit<Patient, 'journey'> & {
  windowId: number | null
  windowName: string | null
  lastWindowId: number | null
  lastWindowName: string | null
  trackingHistory: JourneyEntry[]
}

export function toPatientJson({ journey, ...patient }: Patient): PatientJson {
  const { room, lastRoom } = patient
  return {
    windowId: room?.id ?? null,
    windowName: room?.name ?? null,
    lastWindowId: lastRoom?.id ?? null,
    lastWindowName: lastRoom?.name ?? null,
    ...patient,
    trackingHistory: journey,
  }
}

export function fromPatientJson({ trackingHistory, ...patient }: PatientJson): Patient {
  return { ...patient, journey: trackingHistory }
}
