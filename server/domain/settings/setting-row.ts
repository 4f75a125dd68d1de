import type { QueryKey } from '../query-keys.ts'
import type { CardTitle } from './cards.ts'
import type { SettingType } from './setting-types.ts'

type Fields<Value extends string> = {
  type: SettingType<Value>
  default: NoInfer<Value>
  /** The card that edits the setting. If missing, no screen edits the setting. */
  card?: CardTitle
  /** The label of the field on a plain card. If missing, the card has no such field. */
  label?: string
  hint?: string
  placeholder?: string
  /** Other queries that contain the setting. */
  shows?: QueryKey[]
  /** True if only administrators see and save it, because it controls access or deletes data. */
  isForAdmins?: boolean
}

export type SettingRow<Value extends string = string> = Fields<Value> & {
  category: 'display' | 'audio'
}

export const display = <Value extends string>(fields: Fields<Value>): SettingRow<Value> => ({
  category: 'display',
  ...fields,
})

export const audio = <Value extends string>(fields: Fields<Value>): SettingRow<Value> => ({
  category: 'audio',
  card: 'Audio',
  ...fields,
})
