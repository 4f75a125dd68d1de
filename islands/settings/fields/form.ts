import { createContext, useContext } from 'react'
import type { CardTitle } from '#domain/settings/settings-schema'
import type { Settings } from '#domain/settings-record'

type SettingsForm = {
  values: Settings
  isUnsaved(card: CardTitle): boolean
  getProblem(key: string): string | null
  isSaving: boolean
  onEdit(changes: Settings): void
  onHide(key: string): void
  onSave(): void
}

export const FormContext = createContext<SettingsForm | null>(null)

export function useForm() {
  const form = useContext(FormContext)
  if (!form) throw new Error('a field stands outside the form')
  return form
}
