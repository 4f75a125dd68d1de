import { and, count, eq, isNotNull, lt, ne } from 'drizzle-orm'
import type { MediaItem } from '#domain/media/media'
import type { NewImage, NewLink } from '../../server/actions/new-media.ts'
import type { Query } from '../connection/query.ts'
import { media } from '../schema/index.ts'

const COLUMNS = {
  id: media.id,
  filename: media.filename,
  type: media.type,
  name: media.name,
  url: media.url,
}

/** What the gallery and the displays show, in the order in which it came; the logo is none of it. */
export function listMedia(db: Query): Promise<MediaItem[]> {
  return db.select(COLUMNS).from(media).where(eq(media.isLogo, false)).orderBy(media.id)
}

/** An item, the logo too, with what its file is; `mime` is null for a link. */
export async function findMedia(db: Query, id: number) {
  const [found] = await db
    .select({ ...COLUMNS, mime: media.mime, isLogo: media.isLogo })
    .from(media)
    .where(eq(media.id, id))
  return found ?? null
}
export type FoundMedia = NonNullable<Awaited<ReturnType<typeof findMedia>>>

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
  const [made] = await tx.insert(media).values(row).returning(COLUMNS)
  if (!made) throw new Error('the database kept a media item and told nothing of it')
  return made
}

export function deleteMedia(tx: Query, id: number) {
  return tx.delete(media).where(eq(media.id, id))
}

/** Logos from before that instant, but not the one in use: they were replaced, or never saved. */
export function deleteOldLogos(tx: Query, before: string, inUse: number | null) {
  const isOld = and(eq(media.isLogo, true), lt(media.createdAt, before))
  return tx.delete(media).where(inUse === null ? isOld : and(isOld, ne(media.id, inUse)))
}

/** The names of all files that some item needs. */
export async function listFilesInUse(db: Query): Promise<Set<string>> {
  const rows = await db
    .select({ filename: media.filename })
    .from(media)
    .where(isNotNull(media.mime))
  return new Set(rows.map(row => row.filename))
}
