import type { Query } from '#db/connection/query'
import * as repository from '#db/repositories/media'
import { listSavedSettings, saveSettings } from '#db/repositories/settings'
import { DomainError } from '#domain/errors'
import { getMediaUrl, type MediaItem } from '#domain/media/media'
import type { App } from '../context.ts'
import {
  assertNotFull,
  type LinkInput,
  type Upload,
  validateImage,
  validateLink,
} from './new-media.ts'
import type { SettingChange } from './settings-diff.ts'

/** Saves an image: first the file, then its row, so that no row is ever without a file. */
export async function uploadImage(app: App, upload: Upload): Promise<MediaItem> {
  const { read, write, live, now, mediaStorage } = app
  const image = validateImage(upload)
  // Before the file is written, and again inside the transaction.
  assertNotFull(await read(repository.countMedia))

  const item = await mediaStorage.runExclusive(async () => {
    const filename = await mediaStorage.save(upload.bytes, image.mime)
    return write(async tx => {
      assertNotFull(await repository.countMedia(tx))
      const bytes = upload.bytes.byteLength
      return repository.createImage(tx, image, { filename, bytes, createdAt: now() })
    })
  })

  live.publish('settings:updated', { keys: ['media'] })
  return item
}

export async function addLink(app: App, input: LinkInput): Promise<MediaItem> {
  const { write, live, now } = app
  const link = validateLink(input)
  const item = await write(async tx => {
    assertNotFull(await repository.countMedia(tx))
    return repository.createLink(tx, link, now())
  })
  live.publish('settings:updated', { keys: ['media'] })
  return item
}

/** Deletes an item, and its file if no other item uses it. Deleting the logo also switches it off. */
export async function deleteMedia(app: App, id: number) {
  const { write, live, now } = app
  const { item, cleared } = await write(async tx => {
    const item = await repository.findMedia(tx, id)
    if (!item) throw new DomainError('This media no longer exists', { status: 404 })
    await repository.deleteMedia(tx, id)
    return { item, cleared: await clearLogo(tx, id, now()) }
  })

  live.publish('settings:updated', { keys: ['media', ...cleared] })
  if (item.mime !== null) await deleteFileIfUnused(app, item.filename)
}

async function clearLogo(tx: Query, id: number, now: string) {
  const saved = await listSavedSettings(tx)
  const logo = getMediaUrl({ id, url: null })
  if (!saved.some(({ key, value }) => key === 'clinicLogo' && value === logo)) return []
  const changes: SettingChange[] = [
    { key: 'clinicLogo', value: '', category: 'display' },
    { key: 'showClinicLogo', value: 'false', category: 'display' },
  ]
  await saveSettings(tx, changes, now)
  return changes.map(({ key }) => key)
}

function deleteFileIfUnused({ read, mediaStorage }: App, filename: string) {
  return mediaStorage.runExclusive(async () => {
    const needed = await read(repository.listFilesInUse)
    if (!needed.has(filename)) await mediaStorage.delete(filename)
  })
}

/** Deletes files that a crash left without a row. */
export function cleanUpMedia({ read, mediaStorage }: App) {
  return mediaStorage.runExclusive(async () =>
    mediaStorage.deleteUnused(await read(repository.listFilesInUse)),
  )
}
