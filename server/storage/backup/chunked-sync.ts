import { open, stat, truncate } from 'node:fs/promises'
import { rm } from '#db/connection/files'

export const CHUNK_BYTES = 1024 * 1024

/** Steps are small, because the clinic's own writes wait for the same disk. */
const STEP_BYTES = 4 * 1024 * 1024

/** Syncs every few megabytes, because one large sync would block every other file. */
export async function writeInChunks(path: string, content: AsyncIterable<Uint8Array>) {
  const file = await open(path, 'wx', 0o600)
  try {
    let unsynced = 0
    for await (const chunk of content) {
      await file.appendFile(chunk)
      unsynced += chunk.byteLength
      if (unsynced < STEP_BYTES) continue
      await file.datasync()
      unsynced = 0
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

/** `onShare` gets the part of `total` bytes that has passed, from 0 to 1. */
export async function* countChunks(
  chunks: AsyncIterable<Uint8Array>,
  total: number,
  onShare: (share: number) => void,
) {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.byteLength
    onShare(Math.min(1, bytes / total))
    yield chunk
  }
}

export async function* hashChunks(chunks: AsyncIterable<Uint8Array>, hasher: Bun.CryptoHasher) {
  for await (const chunk of chunks) {
    hasher.update(chunk)
    yield chunk
  }
}

export async function hash(chunks: AsyncIterable<Uint8Array>) {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of chunks) hasher.update(chunk)
  return hasher.digest('hex')
}

/** Empties the file in steps, because freeing a large file at once would block other files. */
export async function removeInChunks(path: string) {
  await emptyInChunks(path)
  await rm(path)
}

/** Frees the space of a file that Windows cannot remove until the process that opened it ends. */
export async function emptyInChunks(path: string) {
  for (let { size } = await stat(path); size > 0; size -= STEP_BYTES) {
    await truncate(path, Math.max(0, size - STEP_BYTES))
    await Bun.sleep(1)
  }
}
