import { and, eq, lt, ne } from 'drizzle-orm'
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
