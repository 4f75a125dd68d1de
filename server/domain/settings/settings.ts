import { isPrayerOffset } from '../display/prayer-times.ts'
import { isYoutubeLink } from '../media/media.ts'
import { isColor, parseGradient } from './gradient.ts'
import { ALIASES, SETTINGS_SCHEMA, type SettingRule } from './settings-schema.ts'
import { clampVolume, isPreset } from './sounds.ts'

export const MAX_TEXT_LENGTH = 500

export type Setting = { key: string; value: string }
export type Settings = Record<string, string>

/** Every key with its saved or default value. Unknown keys are left out. */
export function withDefaults(saved: Setting[]): Settings {
  const values = new Map(saved.map(({ key, value }) => [key, value]))
  const settings: Settings = {}
  for (const [key, rule] of Object.entries(SETTINGS_SCHEMA)) {
    const value = values.get(key)
    settings[key] = value !== undefined && isValidValue(rule, value) ? value : rule.fallback
  }
  for (const [alias, key] of Object.entries(ALIASES)) settings[alias] = settings[key] ?? ''
  return settings
}

export function validateSetting({ key, value, category }: Setting & { category: string }) {
  const name = Object.hasOwn(ALIASES, key) ? (ALIASES[key] ?? key) : key
  const rule = Object.hasOwn(SETTINGS_SCHEMA, name) ? SETTINGS_SCHEMA[name] : undefined
  if (!rule) return `Unknown setting: ${key}`
  if (rule.category !== category) return `${key} belongs to ${rule.category}`
  return isValidValue(rule, value) ? null : `${key} has a value that is not allowed`
}

function isValidValue({ kind }: SettingRule, value: string) {
  if (typeof kind === 'object') return kind.includes(value)
  switch (kind) {
    case 'boolean':
      return value === 'true' || value === 'false'
    case 'colour':
      return isColor(value)
    case 'gradient':
      return parseGradient(value) !== null
    case 'youtube':
      return value === '' || isYoutubeLink(value)
    case 'language':
      return /^[a-z]{2}(-[A-Z]{2})?$/.test(value)
    case 'latitude':
      return value === '' || isNumberWithin(value, 90)
    case 'longitude':
      return value === '' || isNumberWithin(value, 180)
    case 'prayerOffset':
      return isPrayerOffset(value)
    case 'media':
      return value === '' || /^\/api\/media\/\d+\/file$/.test(value)
    case 'volume':
      return value.trim() !== '' && Number(value) === clampVolume(Number(value))
    case 'preset':
      return isPreset(value)
    case 'text':
      return value.length <= MAX_TEXT_LENGTH
  }
}

function isNumberWithin(value: string, limit: number) {
  return /^-?\d{1,3}(\.\d+)?$/.test(value) && Math.abs(Number(value)) <= limit
}

export function resolveExclusive(changed: Setting[]): Setting[] {
  const lastChanges = new Map(changed.map(({ key, value }, index) => [key, { value, index }]))
  const getEnabledIndex = (key: string) => {
    const change = lastChanges.get(key)
    return change?.value === 'true' ? change.index : -1
  }
  const prayer = getEnabledIndex('showPrayerTimes')
  const weather = getEnabledIndex('showWeather')
  if (prayer < 0 && weather < 0) return changed
  const loser = prayer > weather ? 'showWeather' : 'showPrayerTimes'
  return [...changed.filter(({ key }) => key !== loser), { key: loser, value: 'false' }]
}
