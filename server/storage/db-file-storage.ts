import type { Database } from '#db/connection/open'
import { fileOf, keepFile, removeUnusedFiles } from '#db/repositories/media-blobs'
import type { SharedFiles } from './media-storage.ts'

/** A file may be there for a while before the item that needs it. */
const UNUSED_STAY_MS = 60 * 60_000

/** Files in the database itself, for machines that have nothing else in common. */
export function filesInDatabase({ read, write }: Pick<Database, 'read' | 'write'>): SharedFiles {
  return {
    keep: (filename, bytes) => write(tx => keepFile(tx, filename, bytes, Date.now())),
    find: filename => read(db => fileOf(db, filename)),
    async sweep() {
      await write(tx => removeUnusedFiles(tx, Date.now() - UNUSED_STAY_MS))
    },
  }
}
