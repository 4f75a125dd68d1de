import { readFileSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sequences } from '#db/connection/database-file'
import { fsyncFolder } from '#db/connection/fsync'
import type { RestoreOutcome } from '#domain/backups/backups'

const RECORD = 'restore.json'

type Identity = Pick<RestoreOutcome, 'name' | 'at'>

/** How far the last restore came. Each step is on the disk before the next one begins. */
export type RestoreRecord =
  /** The backup is unpacked and checked; the data is untouched. */
  | (Identity & { state: 'checking' })
  /** The next start replaces the data; the previous data, if there is any, goes into the folder `before`. */
  | (Identity & { state: 'replacing'; sequences: Sequences; before: string | null })
  | RestoreOutcome

/** Null if nothing was ever restored here. Throws if the record cannot be read. */
export function readRestoreRecord(dataDir: string): RestoreRecord | null {
  const path = join(dataDir, RECORD)
  if (!isPresent(path)) return null
  // Only this program writes it, and replaces it as a whole.
  return JSON.parse(readFileSync(path, 'utf8')) as RestoreRecord
}

export async function saveRestoreRecord<T extends RestoreRecord>(dataDir: string, record: T) {
  const path = join(dataDir, RECORD)
  const file = await open(`${path}.part`, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(record))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.part`, path)
  await fsyncFolder(dataDir)
  return record
}

/** The outcome of the last restore; null while it is under way, or without one. */
export function readRestoreOutcome(dataDir: string): RestoreOutcome | null {
  const record = readRestoreRecord(dataDir)
  return record?.state === 'restored' || record?.state === 'unchanged' ? record : null
}

/** Whether the next start still has to replace the data. */
export function isRestorePending(dataDir: string) {
  return readRestoreRecord(dataDir)?.state === 'replacing'
}

/** Throws if it cannot be known, for example without permission. */
export function isPresent(path: string) {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}
