import type { JourneyEntry, Patient } from './patient.ts'

/** Field names for rooms as the API specifies them. */
type RoomFields = {
  windowId: number | null
  windowName: string | null
  lastWindowId: number | null
  lastWindowName: string | null
}

export type PatientJson = Omit<Patient, 'journey'> &
  RoomFields & { trackingHistory: JourneyEntry[] }

export function toPatientJson({ journey, ...patient }: Patient): PatientJson {
  return { ...withRoomFields(patient), trackingHistory: journey }
}

export function withRoomFields<P extends Pick<Patient, 'room' | 'lastRoom'>>(patient: P) {
  const { room, lastRoom } = patient
  const fields: RoomFields = {
    windowId: room?.id ?? null,
    windowName: room?.name ?? null,
    lastWindowId: lastRoom?.id ?? null,
    lastWindowName: lastRoom?.name ?? null,
  }
  return { ...fields, ...patient }
}

export function fromPatientJson({ trackingHistory, ...patient }: PatientJson): Patient {
  return { ...patient, journey: trackingHistory }
}
