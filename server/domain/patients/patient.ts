export const STATUSES = ['waiting', 'called', 'in-progress', 'completed', 'requeue'] as const
export type Status = (typeof STATUSES)[number]

export const JOURNEY_ACTIONS = [
  'registered',
  'called',
  'called again',
  'in progress',
  'dispensary',
  'requeue',
  'completed',
] as const
export type JourneyAction = (typeof JOURNEY_ACTIONS)[number]

export type JourneyEntry = {
  action: JourneyAction
  timestamp: string
  roomName: string | null
  requeueReason: string | null
  fromRoom: string | null
}

/** What a step in the queue decides. Times are ISO 8601 in UTC. */
export type PatientState = {
  status: Status
  calledAt: string | null
  room: PatientRoom | null
  lastRoom: PatientRoom | null
  requeueReason: string | null
  readyForDispensary: boolean
}

/** What a screen shows of a consultation room. */
export type RoomLabel = { name: string }

/** The label as one text: on the screens, in a call and in the journey. */
export function formatRoom(room: RoomLabel | null) {
  return room?.name ?? ''
}

/** `id` is null for a room that was deleted. */
export type PatientRoom = RoomLabel & { id: number | null }

export function toPatientRoom({ id, name }: PatientRoom): PatientRoom {
  return { id, name }
}

/** `day` is the clinic's, YYYY-MM-DD. */
export type Patient = PatientState & {
  id: number
  name: string | null
  number: number
  day: string
  type: string
  registeredAt: string
  /** Rises with every call of the clinic, so that calls stay in order when the clock is set back. */
  callSequence: number | null
  isPriority: boolean
  priorityReason: string | null
  trackingHistory: JourneyEntry[]
}

export function formatNumber(number: number) {
  return String(number).padStart(3, '0')
}

export function getTvName({ name, number }: Pick<Patient, 'name' | 'number'>) {
  return name ?? `No. ${formatNumber(number)}`
}

export function getListName({ name }: Pick<Patient, 'name'>) {
  return name ?? 'Without Name'
}

export function isActive({ status }: Pick<Patient, 'status'>) {
  return status === 'called' || status === 'in-progress'
}
