import { cleanText, isLongerThan, toOneLine } from '../text.ts'
import { MAX_HOLD_MINUTES, REQUEUE_REASON_MAX } from './requeue-reason.ts'

/** A reason for Requeue, and the minutes after which the patient returns automatically. */
export type HoldPreset = { reason: string; minutes: number }

/** One preset per line: the reason, a space, and the minutes. */
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
