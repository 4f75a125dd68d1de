import type { Database } from '#db/connection/open'
import { deleteUnusedBlobs, readBlob, saveBlob } from '#db/repositories/media-blobs'
import type { SharedFileStorage } from './media-storage.ts'

/** An uploaded file is saved shortly before the row that refers to it. */
const UNUSED_MAX_AGE_MS = 60 * 60_000

export function createDbFileStorage({
  read,
  write,
}: Pick<Database, 'read' | 'write'>): SharedFileStorage {
  return {
    save: (filename, bytes) => write(tx => saveBlob(tx, filename, bytes, Date.now())),
    find: filename => read(db => readBlob(db, filename)),
    async deleteUnused() {
      await write(tx => deleteUnusedBlobs(tx, Date.now() - UNUSED_MAX_AGE_MS))
    },
  }
}
