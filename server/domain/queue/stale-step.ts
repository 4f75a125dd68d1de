import { DomainError } from '#domain/errors'
import type { Patient } from '#domain/patients/patient'
import type { StatusChange } from '#domain/queue/transitions'

export function assertNotStale(patient: Patient, { seenSteps }: Pick<StatusChange, 'seenSteps'>) {
  if (seenSteps === undefined || seenSteps === patient.journey.length) return
  throw new DomainError(`Another desk already changed this patient: ${describeState(patient)}`)
}

function describeState({ status, room, readyForDispensary }: Patient) {
  switch (status) {
    case 'called':
      return `called to ${room?.name ?? ''}`
    case 'in-progress':
      return `in progress in ${room?.name ?? ''}`
    case 'completed':
      return 'completed'
    case 'no-show':
      return 'closed as no-show'
    case 'requeue':
    case 'waiting':
      return readyForDispensary ? 'waiting for the dispensary' : 'back in the queue'
  }
}
