import { isJakimZone, isPrayerOffset, PRAYER_OFFSET_MAX_MINUTES } from '../display/prayer-times.ts'
import { DEFAULT_LOCATION } from '../display/weather.ts'
import { parseTvLanguages } from '../display/words/languages.ts'
import { parseMediaId } from '../media/media.ts'
import { parseYoutubeLink } from '../media/youtube.ts'
import type { QueryKey } from '../query-keys.ts'
import { MAX_HOLD_MINUTES, MAX_HOLD_PRESETS, parseHoldPresets } from '../queue/requeue-reason.ts'
import { cleanText, toOneLine } from '../text.ts'
import { parseLanguages, SPEECH_LANGUAGES } from '../voice/languages.ts'
import type { CardTitle } from './cards.ts'
import { formatGradient, isColor, parseGradient } from './gradient.ts'
import { clampVolume } from './sounds.ts'

export const MAX_TEXT_LENGTH = 500

type Options<Value extends string> = readonly (readonly [value: Value, label: string])[]

export type SettingType<Value extends string = string> = {
  isValid(value: string): value is Value
  problem: string
  field: 'switch' | 'choice' | 'select' | 'text' | 'lines' | 'color'
  options?: Options<Value>
  input?: {
    type?: 'url'
    inputMode?: 'numeric' | 'decimal'
    maxLength?: number
    placeholder?: string
    keepsSpaces?: boolean
  }
  clean?(typed: string): string
  isDefaultIfEmpty?: boolean
}

type RowOptions = {
  hint?: string
  placeholder?: string
  shows?: QueryKey[]
  /** True if only administrators see and save it, because it controls access or deletes data. */
  isForAdmins?: boolean
}

export type SettingRow<Value extends string = string> = RowOptions & {
  category: 'display' | 'audio'
  type: SettingType<Value>
  default: NoInfer<Value>
  /** The card that edits the setting. If missing, no screen edits the setting. */
  card?: CardTitle
  /** The label of the field on a plain card. If missing, the card has no such field. */
  label?: string | undefined
}

export const display = <Value extends string>(
  card: CardTitle,
  type: SettingType<Value>,
  value: NoInfer<Value>,
  label?: string,
  options?: RowOptions,
): SettingRow<Value> => ({ category: 'display', card, type, default: value, label, ...options })

export const audio = <Value extends string>(
  ...row: [SettingType<Value>, NoInfer<Value>, label?: string, options?: RowOptions]
): SettingRow<Value> => ({ ...display('Audio', ...row), category: 'audio' })

export const NOT_ALLOWED = 'This value is not allowed'

const text = (
  isValid: (value: string) => boolean,
  problem = NOT_ALLOWED,
  input: SettingType['input'] = {},
): SettingType => ({
  isValid: (value): value is string => isValid(value),
  problem,
  field: 'text',
  input,
})

export const choice = <const Value extends string>(
  ...options: Options<Value>
): SettingType<Value> => ({
  isValid: (value): value is Value => options.some(([option]) => option === value),
  problem: NOT_ALLOWED,
  field: 'choice',
  options,
})

export const select = <const Value extends string>(
  ...options: Options<Value>
): SettingType<Value> => ({ ...choice(...options), field: 'select' })

export const SWITCH: SettingType<'true' | 'false'> = {
  ...choice(['true', 'On'], ['false', 'Off']),
  field: 'switch',
}

export const TEXT: SettingType = {
  ...text(value => value.length <= MAX_TEXT_LENGTH, NOT_ALLOWED, { maxLength: MAX_TEXT_LENGTH }),
  field: 'lines',
  clean: toOneLine,
}
export const KEEP_ALL = 'all'
const KEEP_DAYS = { min: 2, max: 3650 }
/** Number of days. At least two, because yesterday's patients may still be served. */
export const KEEP_NAMES: SettingType = {
  ...text(
    value =>
      value === KEEP_ALL ||
      (/^\d{1,4}$/.test(value) && Number(value) >= KEEP_DAYS.min && Number(value) <= KEEP_DAYS.max),
    `Enter ${KEEP_DAYS.min} to ${KEEP_DAYS.max} days, or ${KEEP_ALL}`,
  ),
  field: 'choice',
  options: [
    ['7', '7 days'],
    ['30', '30 days'],
    ['90', '90 days'],
    ['365', '1 year'],
    [KEEP_ALL, 'Never'],
  ],
}
const LINE_MAX = 80
export const LINE: SettingType = {
  ...text(value => value.length <= LINE_MAX, `Enter at most ${LINE_MAX} characters`, {
    keepsSpaces: true,
  }),
  clean: toOneLine,
}
const TITLE_MAX_TYPED = 60
export const TITLE: SettingType = {
  ...TEXT,
  field: 'text',
  input: { maxLength: TITLE_MAX_TYPED, keepsSpaces: true },
  clean: cleanText,
  isDefaultIfEmpty: true,
}
export const COLOR: SettingType = { ...text(isColor), field: 'color' }
export const GRADIENT: SettingType = {
  ...text(value => parseGradient(value) !== null),
  clean(typed) {
    const gradient = parseGradient(typed)
    return gradient ? formatGradient(gradient) : typed
  },
}
export const COLOR_MODE = choice(['solid', 'Solid'], ['gradient', 'Gradient'])
export const MEDIA = text(value => value === '' || parseMediaId(value) !== null)
const YOUTUBE_EXAMPLE = 'https://www.youtube.com/watch?v=...'
export const YOUTUBE = text(
  value => value === '' || parseYoutubeLink(value) !== null,
  `Paste a YouTube link such as ${YOUTUBE_EXAMPLE}`,
  { type: 'url', placeholder: YOUTUBE_EXAMPLE },
)
export const VOLUME = text(
  value => value.trim() !== '' && Number(value) === clampVolume(Number(value)),
)
export const LANGUAGE: SettingType = {
  ...text(value => /^[a-z]{2}(-[A-Z]{2})?$/.test(value)),
  field: 'select',
  options: Object.entries(SPEECH_LANGUAGES),
}
export const TV_LANGUAGES = text(value => parseTvLanguages(value) !== null)
export const VOICE_LANGUAGES = text(value => parseLanguages(value) !== null)
export const PRAYER_OFFSET = text(
  isPrayerOffset,
  `Enter whole minutes from -${PRAYER_OFFSET_MAX_MINUTES} to ${PRAYER_OFFSET_MAX_MINUTES}`,
)
export const PRAYER_ZONE = text(value => value === '' || isJakimZone(value))
export const HOLD_PRESETS = text(
  value => parseHoldPresets(value) !== null,
  `Each line needs a reason and 1 to ${MAX_HOLD_MINUTES} minutes; at most ${MAX_HOLD_PRESETS} lines`,
)
export const CLOCK_TIME = text(
  value => value === '' || /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(value),
  'Enter a time such as 08:30',
  { placeholder: '08:30', maxLength: 5 },
)
export const LATITUDE = degrees('latitude', 90, DEFAULT_LOCATION.latitude)
export const LONGITUDE = degrees('longitude', 180, DEFAULT_LOCATION.longitude)

function degrees(name: string, limit: number, example: number) {
  return text(
    value =>
      value === '' || (/^-?\d{1,3}(\.\d+)?$/.test(value) && Math.abs(Number(value)) <= limit),
    `Enter the ${name} as a number of degrees, such as ${example}`,
    { inputMode: 'decimal', placeholder: String(example) },
  )
}

export function wholeNumber(what: string, min: number, max: number) {
  return text(
    value => /^\d{1,3}$/.test(value) && Number(value) >= min && Number(value) <= max,
    `Enter a whole number of ${what} from ${min} to ${max}`,
    { inputMode: 'numeric' },
  )
}
