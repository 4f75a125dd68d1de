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

/** Times are ISO 8601 in UTC; `day` is the clinic's, YYYY-MM-DD. */
export type Patient = {
  id: number
  name: string | null
  number: number
  day: string
  type: string
  status: Status
  registeredAt: string
  calledAt: string | null
  /** Rises with every call of the clinic, so that calls stay in order when the clock is set back. */
  callSequence: number | null
  windowId: number | null
  windowName: string | null
  lastWindowId: number | null
  lastWindowName: string | null
  requeueReason: string | null
  isPriority: boolean
  priorityReason: string | null
  readyForDispensary: boolean
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
