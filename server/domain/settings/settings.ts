import { isPrayerOffset } from '../display/prayer-times.ts'
import { isYoutubeLink } from '../media/media.ts'
import { isColour, parseGradient } from './gradient.ts'
import { SAME_AS, SETTING_RULES, type SettingRule } from './settings-schema.ts'
import { clampedVolume, isPreset } from './sounds.ts'

export const TEXT_MAX = 500

export type Setting = { key: string; value: string }
export type Settings = Record<string, string>

/** Every key with its value: what was saved, else the default. Unknown keys are left out. */
export function withDefaults(saved: Setting[]): Settings {
  const values = new Map(saved.map(({ key, value }) => [key, value]))
  const settings: Settings = {}
  for (const [key, rule] of Object.entries(SETTING_RULES)) {
    const value = values.get(key)
    settings[key] = value !== undefined && isAllowed(rule, value) ? value : rule.fallback
  }
  for (const [alias, key] of Object.entries(SAME_AS)) settings[alias] = settings[key] ?? ''
  return settings
}

/** Why a setting cannot be saved, naming its key, or null. */
export function settingProblem({ key, value, category }: Setting & { category: string }) {
  const name = Object.hasOwn(SAME_AS, key) ? (SAME_AS[key] ?? key) : key
  const rule = Object.hasOwn(SETTING_RULES, name) ? SETTING_RULES[name] : undefined
  if (!rule) return `Unknown setting: ${key}`
  if (rule.category !== category) return `${key} belongs to ${rule.category}`
  return isAllowed(rule, value) ? null : `${key} has a value that is not allowed`
}

function isAllowed({ kind }: SettingRule, value: string) {
  if (typeof kind === 'object') return kind.includes(value)
  switch (kind) {
    case 'boolean':
      return value === 'true' || value === 'false'
    case 'colour':
      return isColour(value)
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
      return value.trim() !== '' && Number(value) === clampedVolume(Number(value))
    case 'preset':
      return isPreset(value)
    case 'text':
      return value.length <= TEXT_MAX
  }
}

function isNumberWithin(value: string, limit: number) {
  return /^-?\d{1,3}(\.\d+)?$/.test(value) && Math.abs(Number(value)) <= limit
}

/** Prayer times and weather exclude each other: the one turned on last wins. */
export function withoutRival(changed: Setting[]): Setting[] {
  const last = new Map(changed.map(({ key, value }, at) => [key, { value, at }]))
  const turnedOn = (key: string) => {
    const setting = last.get(key)
    return setting?.value === 'true' ? setting.at : -1
  }
  const [prayer, weather] = [turnedOn('showPrayerTimes'), turnedOn('showWeather')]
  if (prayer < 0 && weather < 0) return changed
  const loser = prayer > weather ? 'showWeather' : 'showPrayerTimes'
  return [...changed.filter(({ key }) => key !== loser), { key: loser, value: 'false' }]
}
