import { and, asc, eq, isNotNull, lt, notInArray } from 'drizzle-orm'
import type { Query } from '../connection/query.ts'
import { media, mediaParts } from '../schema/index.ts'

/** Servers limit what they take and answer at once. */
const CHUNK_BYTES = 1024 * 1024

/** Keeps a file; one that is there already is kept anew. */
export async function saveBlob(tx: Query, filename: string, bytes: Uint8Array, at: number) {
  const known = await tx
    .update(mediaParts)
    .set({ at })
    .where(eq(mediaParts.filename, filename))
    .returning({ part: mediaParts.part })
  if (known.length > 0) return
  for (let part = 0; part * CHUNK_BYTES < bytes.length; part++) {
    const piece = Buffer.from(bytes.subarray(part * CHUNK_BYTES, (part + 1) * CHUNK_BYTES))
    await tx.insert(mediaParts).values({ filename, part, bytes: piece, at })
  }
}

/** The whole file, or null. */
export async function readBlob(db: Query, filename: string) {
  const isOfFile = eq(mediaParts.filename, filename)
  const parts = await db
    .select({ part: mediaParts.part })
    .from(mediaParts)
    .where(isOfFile)
    .orderBy(asc(mediaParts.part))
  const pieces: Buffer[] = []
  for (const { part } of parts) {
    const [found] = await db
      .select({ bytes: mediaParts.bytes })
      .from(mediaParts)
      .where(and(isOfFile, eq(mediaParts.part, part)))
    if (!found) return null
    pieces.push(found.bytes)
  }
  return pieces.length > 0 ? Buffer.concat(pieces) : null
}

/** Removes the files that no item needs, if they were kept before that instant. */
export function deleteUnusedBlobs(tx: Query, before: number) {
  const needed = tx.select({ filename: media.filename }).from(media).where(isNotNull(media.mime))
  return tx
    .delete(mediaParts)
    .where(and(lt(mediaParts.at, before), notInArray(mediaParts.filename, needed)))
}
