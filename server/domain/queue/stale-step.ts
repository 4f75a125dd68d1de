import { DomainError } from '#domain/errors'
import type { Patient } from '#domain/patients/patient'

/** The time shows if the id belongs to another patient, such as after a restore. */
export type Seen = { seenSteps?: number | undefined; seenRegisteredAt?: string | undefined }

type Identified = Pick<Patient, 'journey' | 'registeredAt'>

export function toSeen({ journey, registeredAt }: Identified) {
  return { seenSteps: journey.length, seenRegisteredAt: registeredAt }
}

export function isAsSeen(patient: Identified, { seenSteps, seenRegisteredAt }: Seen) {
  const hasSteps = seenSteps === undefined || seenSteps === patient.journey.length
  return hasSteps && (seenRegisteredAt ?? patient.registeredAt) === patient.registeredAt
}

export function assertNotStale(patient: Patient, seen: Seen) {
  if (isAsSeen(patient, seen)) return
  throw new DomainError(`Another desk already changed this patient: ${describeState(patient)}`)
}

function describeState({ status, room, readyForDispensary, journey }: Patient) {
  const last = journey.at(-1)
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
      if (last?.action === 'moved') return `moved to ${last.queueName}`
      return readyForDispensary ? 'waiting for the dispensary' : 'back in the queue'
  }
}
