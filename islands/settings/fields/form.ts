import { createContext, useContext } from 'react'
import type { CardTitle } from '#domain/settings/cards'
import type { SettingKey } from '#domain/settings/settings-schema'
import type { SettingTexts } from '#domain/settings-record'

type SettingsForm = {
  values: SettingTexts
  isAdmin: boolean
  isUnsaved(card: CardTitle): boolean
  getProblem(key: SettingKey): string | null
  isSaving: boolean
  onEdit(changes: Partial<SettingTexts>): void
  onHide(key: SettingKey): void
  onSave(): void
}

export const FormContext = createContext<SettingsForm | null>(null)

export function useForm() {
  const form = useContext(FormContext)
  if (!form) throw new Error('a field stands outside the form')
  return form
}
