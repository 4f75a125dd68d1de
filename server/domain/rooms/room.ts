import { cleanName, getLengthProblem } from '../names.ts'
import { isActive, type Patient } from '../patients/patient.ts'
import type { PlaceType } from '../voice/clips.ts'

export const FIRST_ROOMS = ['Room 1', 'Room 2']
export const DISPENSARY = 'DISPENSARY'

export type Room = {
  id: number
  name: string
  isActive: boolean
  isPermanent: boolean
  /** What the voice calls it, if an administrator has chosen; else its name tells. */
  spokenAs: PlaceType | null
  currentPatientId: number | null
  currentPatientName: string | null
  currentPatientNumber: number | null
}

export function isServingSomeoneElse(
  room: Pick<Room, 'currentPatientId'>,
  patient: Pick<Patient, 'id'>,
) {
  return room.currentPatientId !== null && room.currentPatientId !== patient.id
}

export function getCallableRooms(rooms: Room[]) {
  return rooms.filter(room => room.isActive && room.name !== DISPENSARY)
}

export function withCurrentPatients(rooms: Room[], patients: Patient[]): Room[] {
  const occupants = new Map(patients.filter(isActive).map(patient => [patient.room?.id, patient]))
  return rooms.map(room => {
    const patient = occupants.get(room.id)
    return {
      ...room,
      currentPatientId: patient?.id ?? null,
      currentPatientName: patient?.name ?? null,
      currentPatientNumber: patient?.number ?? null,
    }
  })
}

export type RoomInput = Pick<Room, 'name'>

export type RoomChange = Partial<Pick<Room, 'name' | 'isActive' | 'spokenAs'>>

/** Why a name that is being typed is refused, or null; an empty one is not refused yet. */
export function getRoomNameProblem(typed: string): string | null {
  return getLengthProblem('Room name', cleanName(typed))
}

export function getDeletionProblem(room: Room): string | null {
  if (room.isPermanent) return 'A permanent room cannot be deleted'
  if (room.currentPatientId !== null) return 'This room has a patient and cannot be deleted'
  return null
}
