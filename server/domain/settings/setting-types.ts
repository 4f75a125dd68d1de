import { DEFAULT_LOCATION } from '../display/location.ts'
import { isPrayerOffset, PRAYER_OFFSET_MAX_MINUTES } from '../display/prayer-times.ts'
import { parseTvLanguages } from '../display/words/languages.ts'
import { parseMediaId } from '../media/media.ts'
import { parseYoutubeLink } from '../media/youtube.ts'
import { isJakimZone } from '../prayers/zone-code.ts'
import { MAX_HOLD_PRESETS, parseHoldPresets } from '../queue/hold-presets.ts'
import { MAX_HOLD_MINUTES } from '../queue/requeue-reason.ts'
import { parseLanguages } from '../voice/languages.ts'
import { isColor, parseGradient } from './gradient.ts'
import { clampVolume, isPreset } from './sounds.ts'

export const MAX_TEXT_LENGTH = 500

/** What a setting may be; `problem` is the sentence beside its field. */
export type SettingType = {
  isValid(value: string): boolean
  problem: string
  isDefaultIfEmpty?: boolean
}

export const NOT_ALLOWED = 'This value is not allowed'

const settingType = (isValid: SettingType['isValid'], problem = NOT_ALLOWED): SettingType => ({
  isValid,
  problem,
})

export const choiceOf = (values: readonly string[]) => settingType(value => values.includes(value))

export const BOOLEAN = choiceOf(['true', 'false'])
export const TEXT = settingType(value => value.length <= MAX_TEXT_LENGTH)
export const KEEP_ALL = 'all'
const KEEP_DAYS = { min: 2, max: 3650 }
/** Days. At least two, because patients of yesterday may still be served. */
export const KEEP_NAMES = settingType(
  value =>
    value === KEEP_ALL ||
    (/^\d{1,4}$/.test(value) && Number(value) >= KEEP_DAYS.min && Number(value) <= KEEP_DAYS.max),
  `Enter ${KEEP_DAYS.min} to ${KEEP_DAYS.max} days, or ${KEEP_ALL}`,
)
const LINE_MAX = 80
export const LINE = settingType(
  value => value.length <= LINE_MAX,
  `Enter at most ${LINE_MAX} characters`,
)
export const TITLE: SettingType = { ...TEXT, isDefaultIfEmpty: true }
export const COLOR = settingType(isColor)
export const GRADIENT = settingType(value => parseGradient(value) !== null)
export const MEDIA = settingType(value => value === '' || parseMediaId(value) !== null)
export const YOUTUBE = settingType(
  value => value === '' || parseYoutubeLink(value) !== null,
  'Paste a YouTube link such as https://www.youtube.com/watch?v=...',
)
export const VOLUME = settingType(
  value => value.trim() !== '' && Number(value) === clampVolume(Number(value)),
)
export const PRESET = settingType(isPreset)
export const LANGUAGE = settingType(value => /^[a-z]{2}(-[A-Z]{2})?$/.test(value))
export const TV_LANGUAGES = settingType(value => parseTvLanguages(value) !== null)
export const VOICE_LANGUAGES = settingType(value => parseLanguages(value) !== null)
export const PRAYER_OFFSET = settingType(
  isPrayerOffset,
  `Enter whole minutes from -${PRAYER_OFFSET_MAX_MINUTES} to ${PRAYER_OFFSET_MAX_MINUTES}`,
)
export const PRAYER_ZONE = settingType(value => value === '' || isJakimZone(value))
export const HOLD_PRESETS = settingType(
  value => parseHoldPresets(value) !== null,
  `Each line needs a reason and 1 to ${MAX_HOLD_MINUTES} minutes; at most ${MAX_HOLD_PRESETS} lines`,
)
export const LATITUDE = degrees('latitude', 90, DEFAULT_LOCATION.latitude)
export const LONGITUDE = degrees('longitude', 180, DEFAULT_LOCATION.longitude)

function degrees(name: string, limit: number, example: number) {
  return settingType(
    value =>
      value === '' || (/^-?\d{1,3}(\.\d+)?$/.test(value) && Math.abs(Number(value)) <= limit),
    `Enter the ${name} as a number of degrees, such as ${example}`,
  )
}

export function wholeNumber(what: string, min: number, max: number) {
  return settingType(
    value => /^\d{1,3}$/.test(value) && Number(value) >= min && Number(value) <= max,
    `Enter a whole number of ${what} from ${min} to ${max}`,
  )
}
