import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Enough for some months of a clinic. */
const MAX_BYTES = 5_000_000

/** Keeps the newest lines, at most twice `maxBytes`. Drops lines if the file cannot be written. */
export function createLogFile(path: string, maxBytes = MAX_BYTES) {
  return {
    write(chunk: Uint8Array | string) {
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
        if (isFull(path, maxBytes)) moveAway(path)
        appendFileSync(path, chunk, { mode: 0o600 })
      } catch {
        // A full disk must not stop the clinic.
      }
    },
  }
}

function moveAway(path: string) {
  try {
    renameSync(path, path.replace(/(?=\.\w+$)/, '.1'))
  } catch {
    // Another process is reading one of the two files. The next line tries again.
  }
}

function isFull(path: string, maxBytes: number) {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= maxBytes
}
