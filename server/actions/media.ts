import type { Query } from '#db/connection/query'
import * as kept from '#db/repositories/media'
import { savedSettings, saveSettings } from '#db/repositories/settings'
import { Refusal } from '#domain/errors'
import { type MediaItem, mediaUrl } from '#domain/media/media'
import type { Clinic } from '../context.ts'
import { type LinkWish, newImage, newLink, refuseWhenFull, type Upload } from './new-media.ts'
import type { SettingChange } from './settings-diff.ts'

/** Keeps an image: the file first, its row after, so that no row is ever without a file. */
export async function uploadImage(clinic: Clinic, upload: Upload): Promise<MediaItem> {
  const { read, write, live, now, mediaStore } = clinic
  const image = newImage(upload)
  // Said before anything is kept, and once more inside the transaction.
  refuseWhenFull(await read(kept.countMedia))

  const item = await mediaStore.alone(async () => {
    const filename = await mediaStore.keep(upload.bytes, image.mime)
    return write(async tx => {
      refuseWhenFull(await kept.countMedia(tx))
      const bytes = upload.bytes.byteLength
      return kept.addImage(tx, image, { filename, bytes, createdAt: now() })
    })
  })

  live.publish('settings:updated', { keys: ['media'] })
  return item
}

/** Adds a video that is played from elsewhere. */
export async function addLink(clinic: Clinic, wish: LinkWish): Promise<MediaItem> {
  const { write, live, now } = clinic
  const link = newLink(wish)
  const item = await write(async tx => {
    refuseWhenFull(await kept.countMedia(tx))
    return kept.addLink(tx, link, now())
  })
  live.publish('settings:updated', { keys: ['media'] })
  return item
}

/** Deletes an item; the logo's deletion switches the logo off. Its file goes when no other item needs it. */
export async function deleteMedia(clinic: Clinic, id: number) {
  const { write, live, now } = clinic
  const { item, cleared } = await write(async tx => {
    const item = await kept.findMedia(tx, id)
    if (!item) throw new Refusal('This media no longer exists', { status: 404 })
    await kept.removeMedia(tx, id)
    return { item, cleared: await clearLogo(tx, id, now()) }
  })

  live.publish('settings:updated', { keys: ['media', ...cleared] })
  if (item.mime !== null) await discardUnused(clinic, item.filename)
}

async function clearLogo(tx: Query, id: number, now: string) {
  const saved = await savedSettings(tx)
  const logo = mediaUrl({ id, url: null })
  if (!saved.some(({ key, value }) => key === 'clinicLogo' && value === logo)) return []
  const changes: SettingChange[] = [
    { key: 'clinicLogo', value: '', category: 'display' },
    { key: 'showClinicLogo', value: 'false', category: 'display' },
  ]
  await saveSettings(tx, changes, now)
  return changes.map(({ key }) => key)
}

function discardUnused({ read, mediaStore }: Clinic, filename: string) {
  return mediaStore.alone(async () => {
    const needed = await read(kept.filesInUse)
    if (!needed.has(filename)) await mediaStore.discard(filename)
  })
}

/** Removes the files that a crash left without a row. */
export function sweepMedia({ read, mediaStore }: Clinic) {
  return mediaStore.alone(async () => mediaStore.sweep(await read(kept.filesInUse)))
}
