import type { JourneyEntry, Patient, PatientRoom } from './patient.ts'

export type RoomFields = {
  windowId: number | null
  windowName: string | null
  lastWindowId: number | null
  lastWindowName: string | null
}
export type PatientJson = Omit<Patient, 'room' | 'lastRoom' | 'journey'> &
  RoomFields & { trackingHistory: JourneyEntry[] }

export function toPatientJson({ room, lastRoom, journey, ...rest }: Patient): PatientJson {
  return {
    windowId: room?.id ?? null,
    windowName: room?.name ?? null,
    lastWindowId: lastRoom?.id ?? null,
    lastWindowName: lastRoom?.name ?? null,
    ...rest,
    trackingHistory: journey,
  }
}

export function fromPatientJson(json: PatientJson): Patient {
  const { windowId, windowName, lastWindowId, lastWindowName, trackingHistory, ...rest } = json
  return {
    ...rest,
    room: toRoom(windowId, windowName),
    lastRoom: toRoom(lastWindowId, lastWindowName),
    journey: trackingHistory,
  }
}

export function toRoom(id: number | null, name: string | null): PatientRoom | null {
  return name === null ? null : { id, name }
}
