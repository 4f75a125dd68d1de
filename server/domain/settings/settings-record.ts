import type { Setting, Settings } from './settings.ts'

/** Apart from settings.ts, so that a display's bundle goes without the schema. */
export function toSettingsRecord(list: Setting[]) {
  const settings: Settings = {}
  for (const { key, value } of list) settings[key] = value
  return settings
}
