import type { Query } from '#db/connection/query'
import * as repository from '#db/repositories/settings'
import { listValues, withDefaults } from '#domain/settings/settings'
import type { Settings, SettingTexts } from '#domain/settings-record'
import { NOW } from './samples.ts'

type Values = Partial<SettingTexts>

/** Those of a new clinic, but for these. */
export function someSettings(values: Partial<Settings> = {}): Settings {
  return { ...withDefaults([]), ...values }
}

/** The body of `PUT /api/settings`. */
export function settingsBody(values: Values) {
  return { settings: listValues(values) }
}

/** As an admin would save them. */
export function storeSettings(
  { database }: { database: { write(work: (tx: Query) => Promise<void>): Promise<void> } },
  values: Values,
) {
  return database.write(tx => repository.saveSettings(tx, listValues(values), NOW))
}
