import { Refusal } from '../errors.ts'
import { letters } from '../text.ts'

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

/** The reason as it will be kept, or a Refusal. */
export function requeueReason(input: string) {
  const reason = input.trim()
  const field = 'requeueReason'
  if (reason === '') throw new Refusal('Requeue reason is required', { status: 400, field })
  if (letters(reason).length <= REQUEUE_REASON_MAX) return reason
  const sentence = `Requeue reason must be at most ${REQUEUE_REASON_MAX} characters`
  throw new Refusal(sentence, { status: 400, field })
}
