import { getLengthProblem } from '../names.ts'
import { cleanName } from '../text.ts'
import type { PlaceType } from './spoken-place.ts'

/** The room in a patient, a call, a tile or a ticket. `id` is null if the room was deleted. */
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
  /** The spoken type that an administrator chose; null derives the type from the name. */
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

/** Returns why a name cannot be used, or null. Accepts '' because the user is still typing. */
export function getRoomNameProblem(typed: string): string | null {
  return getLengthProblem('Room name', cleanName(typed))
}

export function getDeletionProblem(room: Room): string | null {
  if (room.isPermanent) return 'A permanent room cannot be deleted'
  if (room.currentPatientId !== null) return 'This room has a patient and cannot be deleted'
  return null
}
