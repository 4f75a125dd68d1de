import { DomainError } from '../errors.ts'
import { cleanText, isLongerThan, toOneLine } from '../text.ts'

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

/** A reason for Requeue, and the minutes after which the patient returns automatically. */
export type HoldPreset = { reason: string; minutes: number }

export const DEFAULT_HOLD_PRESETS = 'Nebuliser 20\nMGTT 120\nDrip 60'
export const MAX_HOLD_PRESETS = 8

/** Returns null for an invalid line or more than eight lines. An empty text has no presets. */
export function parseHoldPresets(text: string): HoldPreset[] | null {
  if (text === '') return []
  const presets = text.split('\n').map(parseLine)
  const areValid = presets.every(preset => preset !== null)
  return areValid && presets.length <= MAX_HOLD_PRESETS ? presets : null
}

function parseLine(line: string): HoldPreset | null {
  const [, typed = '', digits] = /^(\S.*) (\d{1,3})$/.exec(line) ?? []
  const reason = cleanText(typed)
  const minutes = Number(digits)
  const isValid =
    minutes >= 1 &&
    minutes <= MAX_HOLD_MINUTES &&
    toOneLine(typed) === typed &&
    reason !== '' &&
    !isLongerThan(reason, REQUEUE_REASON_MAX)
  return isValid ? { reason, minutes } : null
}
