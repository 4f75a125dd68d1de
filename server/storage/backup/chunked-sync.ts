import { open, rm, stat, truncate } from 'node:fs/promises'

/** How much of a file is read at a time. */
export const CHUNK_BYTES = 1024 * 1024

/** Little enough that a write of the clinic, which waits for the same disk, is not held up noticeably. */
const STEP_BYTES = 4 * 1024 * 1024

/**
 * Makes a new file, which is on the disk when this resolves. Syncs every few megabytes, because all at once would block
 * every other file.
 */
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

/** Passes the chunks on and adds them to the hash. */
export async function* hashChunks(chunks: AsyncIterable<Uint8Array>, hasher: Bun.CryptoHasher) {
  for await (const chunk of chunks) {
    hasher.update(chunk)
    yield chunk
  }
}

/** A file system frees the space of a large file at once, which would block it, too. */
export async function removeInChunks(path: string) {
  for (let { size } = await stat(path); size > STEP_BYTES; size -= STEP_BYTES) {
    await truncate(path, size - STEP_BYTES)
    await Bun.sleep(1)
  }
  await rm(path)
}
