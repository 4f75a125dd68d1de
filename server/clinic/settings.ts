import { parseGradient } from './gradient.ts'
import { type ColourGroup, SETTING_RULES, type SettingRule } from './setting-keys.ts'
import { clampedVolume, isPreset } from './sounds.ts'

export const TEXT_MAX = 500

export type Setting = { key: string; value: string }
export type Settings = Record<string, string>

/** Every key with its value: what was saved, else the default. Unknown keys are left out. */
export function withDefaults(saved: Setting[]): Settings {
  const values = new Map(saved.map(({ key, value }) => [key, value]))
  return Object.fromEntries(
    Object.entries(SETTING_RULES).map(([key, rule]) => {
      const value = values.get(key)
      return [key, value !== undefined && isAllowed(rule, value) ? value : rule.fallback]
    }),
  )
}

/** Why a setting cannot be saved, naming its key, or null. */
export function settingProblem({ key, value, category }: Setting & { category: string }) {
  const rule = Object.hasOwn(SETTING_RULES, key) ? SETTING_RULES[key] : undefined
  if (!rule) return `Unknown setting: ${key}`
  if (rule.category !== category) return `${key} belongs to ${rule.category}`
  return isAllowed(rule, value) ? null : `${key} has a value that is not allowed`
}

function isAllowed({ kind }: SettingRule, value: string) {
  switch (kind) {
    case 'boolean':
      return value === 'true' || value === 'false'
    case 'colour':
      return /^#[0-9a-f]{6}$/i.test(value)
    case 'gradient':
      return parseGradient(value) !== null
    case 'mode':
      return value === 'solid' || value === 'gradient'
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

/** Prayer times and weather exclude each other: the one turned on last wins. */
export function withoutRival(changed: Setting[]): Setting[] {
  const on = (key: string) => changed.findLastIndex(s => s.key === key && s.value === 'true')
  const [prayer, weather] = [on('showPrayerTimes'), on('showWeather')]
  if (prayer < 0 && weather < 0) return changed
  const loser = prayer > weather ? 'showWeather' : 'showPrayerTimes'
  return [...changed.filter(({ key }) => key !== loser), { key: loser, value: 'false' }]
}

export function isOn(settings: Settings, key: string) {
  return settings[key] === 'true'
}

/** A group's paint for `background`: its colour or its gradient, never anything else. */
export function paint(settings: Settings, group: ColourGroup) {
  const isGradient = settings[`${group}Mode`] === 'gradient'
  return settings[`${group}${isGradient ? 'Gradient' : 'Color'}`] ?? ''
}
