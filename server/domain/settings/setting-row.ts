import type { QueryKey } from '../query-keys.ts'
import type { CardTitle } from './cards.ts'
import type { SettingType } from './setting-types.ts'

type Fields<Value extends string> = {
  type: SettingType<Value>
  default: NoInfer<Value>
  /** Without one, no screen edits it. */
  card?: CardTitle
  /** With one, a plain card has a field for it. */
  label?: string
  hint?: string
  placeholder?: string
  /** What else shows it, other than the settings themselves. */
  shows?: QueryKey[]
  /** Staff neither see nor save it: it is about what they may read, or deletes for good. */
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
