import { getLengthProblem } from '../names.ts'
import { cleanName } from '../text.ts'
import type { PlaceType } from './spoken-place.ts'

/** What a patient, a call, a tile or a ticket carries. `id` is null for a room that was deleted. */
export type PatientRoom = { id: number | null; name: string }

export const FIRST_ROOMS = ['Room 1', 'Room 2']
export const DISPENSARY = 'DISPENSARY'

export function isDispensary(room: Pick<PatientRoom, 'name'> | null | undefined) {
  return room?.name === DISPENSARY
}

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
  currentPatientLabel: string | null
}

export function isServingSomeoneElse(
  room: Pick<Room, 'currentPatientId'>,
  patient: { id: number },
) {
  return room.currentPatientId !== null && room.currentPatientId !== patient.id
}

export function getCallableRooms(rooms: Room[]) {
  return rooms.filter(room => room.isActive && !isDispensary(room))
}

export function toPatientRoom({ id, name }: Room): PatientRoom & Pick<Room, 'id'> {
  return { id, name }
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
