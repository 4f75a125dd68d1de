import { and, eq, inArray, isNotNull, lt, ne, notInArray } from 'drizzle-orm'
import type { MediaItem, NewImage, NewLink } from '#domain/media/media'
import type { Query } from '../connection/query.ts'
import { media, mediaParts } from '../schema/index.ts'

const COLUMNS = {
  id: media.id,
  filename: media.filename,
  type: media.type,
  name: media.name,
  url: media.url,
}

export function listMedia(db: Query): Promise<MediaItem[]> {
  return db.select(COLUMNS).from(media).where(eq(media.isLogo, false)).orderBy(media.id)
}

/** Includes the logo. `mime` is null if the item is a link. */
export async function findMedia(db: Query, id: number) {
  return (await db.query.media.findFirst({ where: eq(media.id, id) })) ?? null
}

export async function countMedia(db: Query) {
  return db.$count(media)
}

type StoredFile = { filename: string; bytes: number; createdAt: string }

export function createImage(tx: Query, image: NewImage, file: StoredFile) {
  return insertItem(tx, { type: 'image', ...image, ...file })
}

export function createLink(tx: Query, link: NewLink, createdAt: string) {
  return insertItem(tx, { ...link, filename: '', createdAt })
}

async function insertItem(tx: Query, row: typeof media.$inferInsert): Promise<MediaItem> {
  return tx.insert(media).values(row).returning(COLUMNS).get()
}

export function deleteMedia(tx: Query, id: number) {
  return tx.delete(media).where(eq(media.id, id))
}

export function deleteOldLogos(tx: Query, before: string, inUse: number | null) {
  const isOld = and(eq(media.isLogo, true), lt(media.createdAt, before))
  return tx.delete(media).where(inUse === null ? isOld : and(isOld, ne(media.id, inUse)))
}

/** Deleting more files at once would delay the clinic's writes. */
const MAX_DELETED_FILES = 4

type Part = { filename: string; part: number; bytes: Buffer; at: number }

/** Saves a part. If the part exists, only its time is set to `at`, in ms. */
export async function savePart(tx: Query, part: Part) {
  const target = [mediaParts.filename, mediaParts.part]
  await tx
    .insert(mediaParts)
    .values(part)
    .onConflictDoUpdate({ target, set: { at: part.at } })
}

export async function readPart(db: Query, filename: string, part: number) {
  const isPart = and(eq(mediaParts.filename, filename), eq(mediaParts.part, part))
  return (await db.query.mediaParts.findFirst({ where: isPart }))?.bytes ?? null
}

/** Deletes some of the files that no item uses and that were saved before `before`, in ms. */
export async function deleteUnusedParts(tx: Query, before: number) {
  const used = tx.select({ filename: media.filename }).from(media).where(isNotNull(media.mime))
  const unused = tx
    .selectDistinct({ filename: mediaParts.filename })
    .from(mediaParts)
    .where(and(lt(mediaParts.at, before), notInArray(mediaParts.filename, used)))
    .limit(MAX_DELETED_FILES)
  await tx.delete(mediaParts).where(inArray(mediaParts.filename, unused))
}
