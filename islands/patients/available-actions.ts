import { formatRoom, isActive, type Patient } from '#domain/patients/patient'
import { DISPENSARY, isServingSomeoneElse, type Room } from '#domain/rooms/room'

const ACTIONS = [
  'Call',
  'Call Again',
  'Recall to Last Room',
  'Dispense',
  'Complete',
  'Requeue',
  'Start',
  'Delete',
] as const
export type Action = (typeof ACTIONS)[number]

/** Always in this order. */
export function getQueueActions(patient: Patient): Action[] {
  return ACTIONS.filter(action => isAvailable(action, patient))
}

function isAvailable(action: Action, patient: Patient) {
  const active = isActive(patient)
  switch (action) {
    case 'Call':
      return !active && patient.status !== 'completed'
    case 'Recall to Last Room':
      return patient.status === 'requeue' && typeof patient.lastRoom?.id === 'number'
    case 'Dispense':
      return active && !patient.readyForDispensary && patient.room?.name !== DISPENSARY
    case 'Call Again':
    case 'Complete':
    case 'Requeue':
      return active
    case 'Start':
      return patient.status === 'called'
    case 'Delete':
      return true
  }
}

const DISPENSARY_ACTIONS: Action[] = [
  'Call',
  'Call Again',
  'Complete',
  'Requeue',
  'Start',
  'Delete',
]

export function getDispensaryActions(patient: Patient): Action[] {
  return getQueueActions(patient).filter(action => DISPENSARY_ACTIONS.includes(action))
}

/** The next action, highlighted on the card; null for completed patients. */
export function getPrimaryAction(patient: Patient): Action | null {
  if (patient.status === 'completed') return null
  if (!isActive(patient)) return 'Call'
  return isAvailable('Dispense', patient) ? 'Dispense' : 'Complete'
}

/** Why Call is disabled, or null: a desk must not call a patient out of another desk's room. */
export function whyCallDisabled(patient: Patient, selected: Room | null): string | null {
  if (patient.status === 'requeue' || patient.readyForDispensary) return null
  const { room } = patient
  if (selected === null || room === null || room.id === selected.id) return null
  return `This patient is in ${formatRoom(room)}`
}

/** Why Recall to Last Room is disabled, or null. */
export function whyRecallDisabled(patient: Patient, rooms: Room[]): string | null {
  const room = rooms.find(({ id }) => id === patient.lastRoom?.id)
  if (!room) return null
  if (!room.isActive) return `${room.name} is not active`
  return isServingSomeoneElse(room, patient) ? `${room.name} is serving another patient` : null
}
