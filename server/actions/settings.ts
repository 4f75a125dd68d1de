import type { Query } from '#db/connection/query'
import { findMedia } from '#db/repositories/media'
import * as kept from '#db/repositories/settings'
import { Refusal } from '#domain/errors'
import { withDefaults } from '#domain/settings/settings'
import type { Clinic } from '../context.ts'
import {
  changedViews,
  logoId,
  type SettingChange,
  type SettingWish,
  settingChanges,
} from './settings-diff.ts'

/** Saves settings, all or none, and tells the screens of those that really changed. */
export async function saveSettings({ write, live, now }: Clinic, wishes: SettingWish[]) {
  const keys = await write(async tx => {
    const current = withDefaults(await kept.savedSettings(tx))
    const changes = settingChanges(wishes, current)
    await refuseUnknownLogo(tx, changes)
    await kept.saveSettings(tx, changes, now())
    return changes.map(({ key }) => key)
  })
  if (keys.length === 0) return

  live.publish('settings:updated', { keys })
  const { themes, textGroups } = changedViews(keys)
  if (themes) live.publish('themes:updated', {})
  if (textGroups) live.publish('text-groups:updated', {})
}

async function refuseUnknownLogo(tx: Query, changes: SettingChange[]) {
  const logo = changes.find(({ key }) => key === 'clinicLogo')
  if (!logo || logo.value === '') return
  const item = await findMedia(tx, logoId(logo.value) ?? 0)
  if (item?.type === 'image') return
  throw new Refusal('This logo no longer exists. Please upload it again.', { field: 'clinicLogo' })
}
