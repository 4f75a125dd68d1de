import { toSettingsRecord } from '#domain/settings-record'
import { api, unwrap } from '../api.ts'

export async function fetchSettings() {
  return toSettingsRecord(await unwrap(api.settings.$get()))
}
