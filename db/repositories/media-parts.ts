import { and, eq, inArray, isNotNull, lt, notInArray } from 'drizzle-orm'
import type { Query } from '../connection/query.ts'
import { media, mediaParts } from '../schema/index.ts'

/** Deleting more at once would hold up the clinic's writes. */
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
