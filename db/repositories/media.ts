import { and, count, eq, lt, ne } from 'drizzle-orm'
import type { MediaItem, NewImage, NewLink } from '#domain/media/media'
import type { Query } from '../connection/query.ts'
import { media } from '../schema/index.ts'

const COLUMNS = {
  id: media.id,
  filename: media.filename,
  type: media.type,
  name: media.name,
  url: media.url,
}

/** The logo is left out; oldest first. */
export function listMedia(db: Query): Promise<MediaItem[]> {
  return db.select(COLUMNS).from(media).where(eq(media.isLogo, false)).orderBy(media.id)
}

/** The logo is found, too. `mime` is null for a link. */
export async function findMedia(db: Query, id: number) {
  const [row] = await db
    .select({ ...COLUMNS, mime: media.mime, bytes: media.bytes, isLogo: media.isLogo })
    .from(media)
    .where(eq(media.id, id))
  return row ?? null
}

export async function countMedia(db: Query) {
  const [row] = await db.select({ items: count() }).from(media)
  return row?.items ?? 0
}

type StoredFile = { filename: string; bytes: number; createdAt: string }

export function createImage(tx: Query, image: NewImage, file: StoredFile) {
  return insertItem(tx, { type: 'image', ...image, ...file })
}

export function createLink(tx: Query, link: NewLink, createdAt: string) {
  return insertItem(tx, { ...link, filename: '', createdAt })
}

async function insertItem(tx: Query, row: typeof media.$inferInsert): Promise<MediaItem> {
  const [item] = await tx.insert(media).values(row).returning(COLUMNS)
  if (!item) throw new Error('INSERT returned no media item')
  return item
}

export function deleteMedia(tx: Query, id: number) {
  return tx.delete(media).where(eq(media.id, id))
}

/** Deletes every logo from before `before` that is not in use. */
export function deleteOldLogos(tx: Query, before: string, inUse: number | null) {
  const isOld = and(eq(media.isLogo, true), lt(media.createdAt, before))
  return tx.delete(media).where(inUse === null ? isOld : and(isOld, ne(media.id, inUse)))
}
