import type { SETTINGS_SCHEMA, SettingKey } from './settings/settings-schema.ts'

export type Setting = { key: string; value: string }
export type SettingChange = { key: SettingKey; value: string; category: 'display' | 'audio' }

export type ChangedKey = SettingKey | 'media'

export type Settings = { [Key in SettingKey]: (typeof SETTINGS_SCHEMA)[Key]['default'] } & {
  enable_audio: 'true' | 'false'
  mediaType: 'image' | 'youtube'
}
/** Values of a form, which may be incomplete. */
export type SettingTexts = Record<SettingKey, string>

type SwitchKey = {
  [Key in SettingKey]: Settings[Key] extends 'true' | 'false' ? Key : never
}[SettingKey]

/** Separate from the schema, which is large and uses syntax too new for the TV's bundle. */

export function toSettingsRecord(list: Setting[]) {
  const settings: Record<string, string> = {}
  for (const { key, value } of list) settings[key] = value
  // Safe: the server's list is complete and valid.
  return settings as Settings
}

export function isEnabled<Key extends SwitchKey>(settings: Record<Key, string>, key: Key) {
  return settings[key] === 'true'
}
