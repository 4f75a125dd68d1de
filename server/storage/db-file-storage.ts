import type { Database } from '#db/connection/open'
import { deleteUnusedBlobs, readBlob, saveBlob } from '#db/repositories/media-blobs'
import type { SharedFileStorage } from './media-storage.ts'

/** A file may be there for a while before the item that needs it. */
const UNUSED_MAX_AGE_MS = 60 * 60_000

/** Files in the database itself, for machines that have nothing else in common. */
export function createDbFileStorage({
  read,
  write,
}: Pick<Database, 'read' | 'write'>): SharedFileStorage {
  return {
    keep: (filename, bytes) => write(tx => saveBlob(tx, filename, bytes, Date.now())),
    find: filename => read(db => readBlob(db, filename)),
    async sweep() {
      await write(tx => deleteUnusedBlobs(tx, Date.now() - UNUSED_MAX_AGE_MS))
    },
  }
}
