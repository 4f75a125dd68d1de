import { DomainError } from '../errors.ts'
import { cleanText, isLongerThan } from '../text.ts'

export const REQUEUE_REASONS = [
  'Nebuliser',
  'Waiting for the Test result',
  'MGTT',
  'Dressing',
  'XRAY',
  'Drip',
  'Others',
] as const
export const REQUEUE_REASON_MAX = 100
export const MISSED_REASON = 'Missed'
export const MAX_HOLD_MINUTES = 12 * 60

export function validateHoldMinutes(minutes: number) {
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= MAX_HOLD_MINUTES) return minutes
  const sentence = `Minutes must be a whole number from 1 to ${MAX_HOLD_MINUTES}`
  throw new DomainError(sentence, { status: 400, field: 'holdMinutes' })
}

export function validateRequeueReason(input: string) {
  const reason = cleanText(input)
  const field = 'requeueReason'
  if (reason === '') throw new DomainError('Requeue reason is required', { status: 400, field })
  if (!isLongerThan(reason, REQUEUE_REASON_MAX)) return reason
  const sentence = `Requeue reason must be at most ${REQUEUE_REASON_MAX} characters`
  throw new DomainError(sentence, { status: 400, field })
}
