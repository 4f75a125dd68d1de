export type Setting = { key: string; value: string }
export type SettingChange = Setting & { category: 'display' | 'audio' }
export type Settings = Record<string, string>

/** Apart from the schema, which is large and too new for the TV's bundle. */

export function toSettingsRecord(list: Setting[]) {
  const settings: Settings = {}
  for (const { key, value } of list) settings[key] = value
  return settings
}

export function isEnabled(settings: Settings, key: string) {
  return settings[key] === 'true'
}

/** The setting with a group's color. One name is older than the pattern. */
export function getColorKey(group: string) {
  return group === 'marqueeText' ? 'marqueeColor' : `${group}Color`
}
