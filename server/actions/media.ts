import type { Query } from '#db/connection/query'
import * as repository from '#db/repositories/media'
import { listSavedSettings, saveSettings } from '#db/repositories/settings'
import type { Change } from '#domain/change'
import { DomainError } from '#domain/errors'
import { getMediaPath, type LinkInput } from '#domain/media/media'
import { toSettingFact } from '#domain/settings/settings'
import type { SettingChange } from '#domain/settings-record'
import type { App } from '../context.ts'
import type { Tx } from '../write.ts'
import { assertNotFull, type Upload, validateImage, validateLink } from './new-media.ts'

const CHANGE: Change = [{ kind: 'media' }]

type Recheck = (db: Query) => Promise<unknown>

/** Checks and stores the content in separate transactions. `addImage` lists it. */
export async function storeImage({ read, mediaStorage }: App, upload: Upload, recheck?: Recheck) {
  const { image, content } = await validateImage(upload)
  // `addImage` checks again.
  assertNotFull(await read(repository.countMedia))
  const filename = await mediaStorage.save(content, image.mime, recheck)
  return { image, filename, bytes: content.byteLength }
}

type StoredImage = Awaited<ReturnType<typeof storeImage>>

export async function addImage({ db, now }: Tx, { image, filename, bytes }: StoredImage) {
  assertNotFull(await repository.countMedia(db))
  const item = await repository.createImage(db, image, { filename, bytes, createdAt: now })
  return { item, change: CHANGE }
}

export async function addLink({ db, now }: Tx, input: LinkInput) {
  const link = validateLink(input)
  assertNotFull(await repository.countMedia(db))
  return { item: await repository.createLink(db, link, now), change: CHANGE }
}

export async function deleteMedia({ db, now }: Tx, id: number) {
  const item = await repository.findMedia(db, id)
  if (!item) throw new DomainError('This media no longer exists', { status: 404 })
  await repository.deleteMedia(db, id)
  return { name: item.name, change: [...CHANGE, ...(await clearLogo(db, id, now))] }
}

async function clearLogo(db: Query, id: number, now: string): Promise<Change> {
  const saved = await listSavedSettings(db)
  const logo = getMediaPath(id)
  if (!saved.some(({ key, value }) => key === 'clinicLogo' && value === logo)) return []
  const changes: SettingChange[] = [
    { key: 'clinicLogo', value: '', category: 'display' },
    { key: 'showClinicLogo', value: 'false', category: 'display' },
  ]
  await saveSettings(db, changes, now)
  return changes.map(toSettingFact)
}
