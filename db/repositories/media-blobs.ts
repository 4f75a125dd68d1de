import { and, asc, eq, isNotNull, lt, notInArray } from 'drizzle-orm'
import type { Query } from '../connection/query.ts'
import { media, mediaParts } from '../schema/index.ts'

/** Database servers limit the size of a request and of a response. */
const CHUNK_BYTES = 1024 * 1024

export async function saveBlob(tx: Query, filename: string, bytes: Uint8Array, at: number) {
  const updated = await tx
    .update(mediaParts)
    .set({ at })
    .where(eq(mediaParts.filename, filename))
    .returning({ part: mediaParts.part })
  if (updated.length > 0) return
  for (let part = 0; part * CHUNK_BYTES < bytes.length; part++) {
    const chunk = Buffer.from(bytes.subarray(part * CHUNK_BYTES, (part + 1) * CHUNK_BYTES))
    await tx.insert(mediaParts).values({ filename, part, bytes: chunk, at })
  }
}

export async function readBlob(db: Query, filename: string) {
  const isOfFile = eq(mediaParts.filename, filename)
  const parts = await db
    .select({ part: mediaParts.part })
    .from(mediaParts)
    .where(isOfFile)
    .orderBy(asc(mediaParts.part))
  const chunks: Buffer[] = []
  for (const { part } of parts) {
    const [row] = await db
      .select({ bytes: mediaParts.bytes })
      .from(mediaParts)
      .where(and(isOfFile, eq(mediaParts.part, part)))
    if (!row) return null
    chunks.push(row.bytes)
  }
  return chunks.length > 0 ? Buffer.concat(chunks) : null
}

export function deleteUnusedBlobs(tx: Query, before: number) {
  const needed = tx.select({ filename: media.filename }).from(media).where(isNotNull(media.mime))
  return tx
    .delete(mediaParts)
    .where(and(lt(mediaParts.at, before), notInArray(mediaParts.filename, needed)))
}
