import type { Query } from '#db/connection/query'
import { findMedia } from '#db/repositories/media'
import * as repository from '#db/repositories/settings'
import { DomainError } from '#domain/errors'
import { parseMediaId } from '#domain/media/media'
import { withDefaults } from '#domain/settings/settings'
import { diffSettings, getChangedViews, type SettingInput } from '#domain/settings/settings-diff'
import type { SettingChange, Settings } from '#domain/settings-record'
import type { App } from '../context.ts'

/** Returns all settings as they were before and as they are now. */
export async function saveSettings(
  { write, channel, now }: App,
  inputs: SettingInput[],
): Promise<{ before: Settings; saved: Settings }> {
  const { keys, before, saved } = await write(async tx => {
    const before = withDefaults(await repository.listSavedSettings(tx))
    const changes = diffSettings(inputs, before)
    await assertLogoExists(tx, changes)
    await repository.saveSettings(tx, changes, now())
    const saved = withDefaults(await repository.listSavedSettings(tx))
    return { keys: changes.map(({ key }) => key), before, saved }
  })
  if (keys.length === 0) return { before, saved }

  channel.publish('settings:updated', { keys })
  const { themes, textGroups } = getChangedViews(keys)
  if (themes) channel.publish('themes:updated', {})
  if (textGroups) channel.publish('text-groups:updated', {})
  return { before, saved }
}

async function assertLogoExists(tx: Query, changes: SettingChange[]) {
  const logo = changes.find(({ key }) => key === 'clinicLogo')
  if (!logo || logo.value === '') return
  const item = await findMedia(tx, parseMediaId(logo.value) ?? 0)
  if (item?.type === 'image') return
  throw new DomainError('This logo no longer exists. Please upload it again.', {
    field: 'clinicLogo',
  })
}
