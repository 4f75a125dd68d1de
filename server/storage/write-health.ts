import { statfsSync } from 'node:fs'
import { isStorageError } from '#db/connection/errors'
import type { Database } from '#db/connection/open'
import { saveMark } from '#db/repositories/settings'

const LOW_BYTES = 16_000_000
const PROBE_INTERVAL_MS = 5_000

type Options = {
  write: Database['write']
  /** Null if the database is on another computer. */
  dataDir: string | null
  onFailure(): void
  now(): string
}

export function createWriteHealth({ write, dataDir, onFailure, now }: Options) {
  let hasFailed = false
  let probedAt = Number.NEGATIVE_INFINITY

  const watchedWrite: Database['write'] = async (work, onCommit) => {
    try {
      const result = await write(work, onCommit)
      hasFailed = false
      return result
    } catch (cause) {
      if (isStorageError(cause)) {
        hasFailed = true
        onFailure()
      }
      throw cause
    }
  }

  function getFreeBytes() {
    if (dataDir === null) return null
    try {
      const { bavail, bsize } = statfsSync(dataDir)
      return bavail * bsize
    } catch {
      return null
    }
  }

  /** Probes at most every 5 s, because /healthz is public. */
  function canWrite() {
    const isDoubtful = hasFailed || (getFreeBytes() ?? LOW_BYTES) < LOW_BYTES
    if (isDoubtful && performance.now() - probedAt >= PROBE_INTERVAL_MS) {
      probedAt = performance.now()
      // Do not wait, because a monitor must get its answer in time. The row has no meaning.
      watchedWrite(tx => saveMark(tx, 'write-probe', now())).catch(() => {})
    }
    return !hasFailed
  }

  return { write: watchedWrite, canWrite, getFreeBytes }
}
