import type { Setting, Settings } from './settings-record.ts'
import { ALIASES, SETTINGS_SCHEMA } from './settings-schema.ts'

/** Every key with its saved or default value. Unknown keys are left out. */
export function withDefaults(saved: Setting[]): Settings {
  const values = new Map(saved.map(({ key, value }) => [key, value]))
  const settings: Settings = {}
  for (const [key, rule] of Object.entries(SETTINGS_SCHEMA)) {
    const value = values.get(key)
    settings[key] = value !== undefined && rule.type.isValid(value) ? value : rule.fallback
  }
  for (const [alias, key] of Object.entries(ALIASES)) settings[alias] = settings[key] ?? ''
  return settings
}

export function validateSetting({ key, value, category }: Setting & { category: string }) {
  const name = Object.hasOwn(ALIASES, key) ? (ALIASES[key] ?? key) : key
  const rule = Object.hasOwn(SETTINGS_SCHEMA, name) ? SETTINGS_SCHEMA[name] : undefined
  if (!rule) return `Unknown setting: ${key}`
  if (rule.category !== category) return `${key} belongs to ${rule.category}`
  return rule.type.isValid(value) ? null : `${key} has a value that is not allowed`
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
