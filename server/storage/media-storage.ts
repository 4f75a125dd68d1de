import type { Database } from '#db/connection/open'
import type { Query } from '#db/connection/query'
import { deleteUnusedParts, readPart, savePart } from '#db/repositories/media'

/** Small enough for every database server, and for other writes to run between the parts. */
const PART_BYTES = 256 * 1024
export const UNUSED_MAX_AGE_MS = 60 * 60_000

type Deps = Pick<Database, 'read' | 'write'> & { now(): string }

export function createMediaStorage({ read, write, now }: Deps) {
  return {
    /** Calls `recheck` before each part. Keeps a file to which no row refers for an hour. */
    async save(
      bytes: Uint8Array<ArrayBuffer>,
      mime: string,
      recheck?: (tx: Query) => Promise<unknown>,
    ) {
      const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
      const filename = `${hash}.${mime.replace('image/', '').replace('jpeg', 'jpg')}`
      const parts = Math.ceil(bytes.byteLength / PART_BYTES)
      for (let part = 0; part < parts; part++) {
        const chunk = Buffer.from(bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES))
        const at = Date.parse(now())
        await write(async tx => {
          await recheck?.(tx)
          await savePart(tx, { filename, part, bytes: chunk, at })
        })
      }
      return filename
    },

    /** Includes both ends. Other reads and writes run between the parts. */
    async read(filename: string, { from, to }: { from: number; to: number }) {
      const bytes = new Uint8Array(to + 1 - from)
      for (let number = Math.floor(from / PART_BYTES); number * PART_BYTES <= to; number++) {
        const part = await read(db => readPart(db, filename, number))
        if (!part) throw new Error('a part of a stored file is missing')
        const start = number * PART_BYTES
        const wanted = part.subarray(Math.max(from - start, 0), to + 1 - start)
        bytes.set(wanted, Math.max(start - from, 0))
      }
      return bytes
    },

    deleteUnused: (at: number) => write(tx => deleteUnusedParts(tx, at - UNUSED_MAX_AGE_MS)),
  }
}
