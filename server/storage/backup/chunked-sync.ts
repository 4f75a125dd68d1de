import { type FileHandle, open, rm, stat, truncate } from 'node:fs/promises'

/** How much of a file is read at a time. */
export const CHUNK_BYTES = 1024 * 1024

/** Little enough that a write of the clinic, which waits for the same disk, is not held up noticeably. */
const STEP_BYTES = 4 * 1024 * 1024

/** Writes to the disk every few megabytes, because all at once would block every other file. */
export function createSteadyWriter(file: FileHandle) {
  let unsynced = 0
  return async function write(chunk: Uint8Array) {
    await file.appendFile(chunk)
    unsynced += chunk.byteLength
    if (unsynced < STEP_BYTES) return
    await file.datasync()
    unsynced = 0
  }
}

export async function copySteadily(from: string, to: string) {
  const target = await open(to, 'wx', 0o600)
  try {
    const write = createSteadyWriter(target)
    for await (const chunk of Bun.file(from).stream()) await write(chunk)
  } finally {
    await target.close()
  }
}

/** A file system frees the space of a large file at once, which would block it, too. */
export async function removeSteadily(path: string) {
  for (let { size } = await stat(path); size > STEP_BYTES; size -= STEP_BYTES) {
    await truncate(path, size - STEP_BYTES)
    await Bun.sleep(1)
  }
  await rm(path)
}
