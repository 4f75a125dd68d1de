import { cleanText, isLongerThan, toOneLine } from '../text.ts'
import { MAX_HOLD_MINUTES, REQUEUE_REASON_MAX } from './requeue-reason.ts'

/** A reason of Requeue after which a patient returns by themselves. */
export type HoldPreset = { reason: string; minutes: number }

/** A line each: the reason, a space, and the minutes. */
export const DEFAULT_HOLD_PRESETS = 'Nebuliser 20\nMGTT 120\nDrip 60'
export const MAX_HOLD_PRESETS = 8

/** Null for anything but at most eight whole lines; an empty text is no preset at all. */
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
