import { cleanText } from '../names.ts'
import type { Setting, Settings } from '../settings-record.ts'
import { NOT_ALLOWED } from './setting-types.ts'
import {
  ALIASES,
  DERIVED_KEY,
  findRule,
  SETTINGS_SCHEMA,
  type SettingRule,
} from './settings-schema.ts'

export function withDefaults(saved: Setting[]): Settings {
  const values = new Map(saved.map(({ key, value }) => [key, value]))
  const settings: Settings = {}
  for (const [key, rule] of Object.entries(SETTINGS_SCHEMA)) {
    const value = values.get(key)
    settings[key] = value !== undefined && isUsable(value, rule) ? value : rule.fallback
  }
  for (const [alias, key] of Object.entries(ALIASES)) settings[alias] = settings[key] ?? ''
  settings[DERIVED_KEY] = settings.dashboardMediaType === 'youtube' ? 'youtube' : 'image'
  return settings
}

function isUsable(value: string, { type }: SettingRule) {
  return type.isValid(value) && !(type.isDefaultIfEmpty && cleanText(value) === '')
}

export function getSettingProblem({ key, value, category }: Setting & { category: string }) {
  const rule = findRule(key)
  if (!rule) return `Unknown setting: ${key}`
  if (rule.category !== category) return `${key} belongs to ${rule.category}`
  if (rule.type.isValid(value)) return null
  const { problem } = rule.type
  return problem === NOT_ALLOWED ? `${key} has a value that is not allowed` : problem
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
