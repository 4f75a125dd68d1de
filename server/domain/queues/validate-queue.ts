import { DomainError } from '../errors.ts'
import { isFoldedAlike } from '../fold.ts'
import { assertNotTooMany } from '../names.ts'
import { cleanName, isLongerThan } from '../text.ts'
import { type ClinicQueue, GENERAL, type QueueInput } from './patient-queue.ts'

const QUEUE_NAME_MAX = 25

/** Returns why a name cannot be used, or null. Accepts '' because the user is still typing. */
export function getQueueNameProblem(typed: string): string | null {
  const name = cleanName(typed)
  if (isLongerThan(name, QUEUE_NAME_MAX)) {
    return `Queue name must be at most ${QUEUE_NAME_MAX} characters`
  }
  return isFoldedAlike(name, GENERAL)
    ? `"${GENERAL}" is reserved for patients without a queue`
    : null
}

export function toPrefix(typed: string | null) {
  return typed?.trim().toUpperCase() || null
}

export function getPrefixProblem(typed: string | null): string | null {
  const prefix = toPrefix(typed)
  return prefix === null || /^[A-Z]$/.test(prefix) ? null : 'The prefix must be one letter, A to Z'
}

export function validateQueue(input: QueueInput, others: ClinicQueue[]): QueueInput {
  const name = cleanName(input.name)
  const problem = name === '' ? 'Queue name is required' : getQueueNameProblem(name)
  if (problem) throw new DomainError(problem, { status: 400, field: 'name' })
  if (others.some(other => isFoldedAlike(other.name, name))) {
    throw new DomainError(`A queue named ${name} already exists`, { field: 'name' })
  }
  assertNotTooMany('queues', others)
  const prefixProblem = getPrefixProblem(input.prefix)
  if (prefixProblem) throw new DomainError(prefixProblem, { status: 400, field: 'prefix' })
  const roomIds = [...new Set(input.roomIds)].sort((a, b) => a - b)
  return { ...input, name, prefix: toPrefix(input.prefix), roomIds }
}
