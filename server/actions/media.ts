import type { Query } from '#db/connection/query'
import * as repository from '#db/repositories/media'
import { listSavedSettings, saveSettings } from '#db/repositories/settings'
import { DomainError } from '#domain/errors'
import { getMediaPath, type LinkInput, type MediaItem } from '#domain/media/media'
import type { SettingChange } from '#domain/settings-record'
import type { App } from '../context.ts'
import { assertNotFull, type Upload, validateImage, validateLink } from './new-media.ts'

export async function uploadImage(app: App, upload: Upload): Promise<MediaItem> {
  const { read, write, writeApart, channel, now, mediaStorage } = app
  const { image, content } = await validateImage(upload)
  // Before the content is saved, and again inside the transaction.
  assertNotFull(await read(repository.countMedia))
  const filename = await mediaStorage.save(content, image.mime, writeApart)
  const item = await write(async tx => {
    assertNotFull(await repository.countMedia(tx))
    const bytes = content.byteLength
    return repository.createImage(tx, image, { filename, bytes, createdAt: now() })
  })
  channel.publish('settings:updated', { keys: ['media'] })
  return item
}

export async function addLink(app: App, input: LinkInput): Promise<MediaItem> {
  const { write, channel, now } = app
  const link = validateLink(input)
  const item = await write(async tx => {
    assertNotFull(await repository.countMedia(tx))
    return repository.createLink(tx, link, now())
  })
  channel.publish('settings:updated', { keys: ['media'] })
  return item
}

export async function deleteMedia(app: App, id: number) {
  const { write, channel, now } = app
  const { name, cleared } = await write(async tx => {
    const item = await repository.findMedia(tx, id)
    if (!item) throw new DomainError('This media no longer exists', { status: 404 })
    await repository.deleteMedia(tx, id)
    return { name: item.name, cleared: await clearLogo(tx, id, now()) }
  })

  channel.publish('settings:updated', { keys: ['media', ...cleared] })
  return name
}

async function clearLogo(tx: Query, id: number, now: string) {
  const saved = await listSavedSettings(tx)
  const logo = getMediaPath(id)
  if (!saved.some(({ key, value }) => key === 'clinicLogo' && value === logo)) return []
  const changes: SettingChange[] = [
    { key: 'clinicLogo', value: '', category: 'display' },
    { key: 'showClinicLogo', value: 'false', category: 'display' },
  ]
  await saveSettings(tx, changes, now)
  return changes.map(({ key }) => key)
}
