import { isActive, isFinished, type Patient } from '#domain/patients/patient'
import { canBeNoShow } from '#domain/queue/transitions'
import { isDispensary, isServingSomeoneElse, type Room } from '#domain/rooms/room'

const ACTIONS = [
  'Call',
  'Call Again',
  'Recall to Last Room',
  'Dispense',
  'Complete',
  'Requeue',
  'Start',
  'Missed',
  'No-show',
  'Bring back',
  'Delete',
] as const
export type Action = (typeof ACTIONS)[number]

export function getQueueActions(patient: Patient): Action[] {
  return ACTIONS.filter(action => isAvailable(action, patient))
}

function isAvailable(action: Action, patient: Patient) {
  const active = isActive(patient)
  switch (action) {
    case 'Call':
      return !active && !isFinished(patient)
    case 'Recall to Last Room':
      return patient.status === 'requeue' && typeof patient.lastRoom?.id === 'number'
    case 'Dispense':
      return active && !patient.readyForDispensary && !isDispensary(patient.room)
    case 'Call Again':
    case 'Complete':
    case 'Requeue':
      return active
    case 'Start':
    case 'Missed':
      return patient.status === 'called'
    case 'No-show':
      return canBeNoShow(patient)
    case 'Bring back':
      return patient.hold !== null
    case 'Delete':
      return true
  }
}

const CONSULTATION_ACTIONS: Action[] = ['Recall to Last Room', 'Dispense']

export function getDispensaryActions(patient: Patient): Action[] {
  return getQueueActions(patient).filter(action => !CONSULTATION_ACTIONS.includes(action))
}

export function getCallProblem(patient: Patient, selected: Room | null): string | null {
  if (patient.status === 'requeue' || patient.readyForDispensary) return null
  const { room } = patient
  if (selected === null || room === null || room.id === selected.id) return null
  return `This patient is in ${room.name}`
}

export function getRecallProblem(patient: Patient, rooms: Room[]): string | null {
  const room = rooms.find(({ id }) => id === patient.lastRoom?.id)
  if (!room) return null
  if (!room.isActive) return `${room.name} is not active`
  return isServingSomeoneElse(room, patient) ? `${room.name} is serving another patient` : null
}
