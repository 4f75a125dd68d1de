import { readFileSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { fsyncFolder, rename } from '#db/connection/files'
import type { Actor } from '#domain/audit/audit-entry'
import type { RestoreOutcome } from '#domain/backups/backups'
import type { RestoredState } from '#domain/backups/kept-state'

const RECORD = 'restore.json'

export type RestoreIdentity = Pick<RestoreOutcome, 'name' | 'at'> & { by: Actor }

/** Each step is on the disk before the next one begins. */
type RestoreRecord =
  | (RestoreIdentity & { state: 'checking'; madeAt?: string | null | undefined })
  /** The next start replaces the data, unless it has changed. The old data goes into `before`. */
  | ReplacingRecord
  | RestoreOutcome
export type ReplacingRecord = RestoreIdentity &
  RestoredState & {
    state: 'replacing'
    before: string | null
    fingerprint: string
    /** Missing in records of version 1.0.0, which took the last step after the next start. */
    isFinished?: true
  }

export function readRestoreRecord(dataDir: string): RestoreRecord | null {
  const path = join(dataDir, RECORD)
  if (!isPresent(path)) return null
  return JSON.parse(readFileSync(path, 'utf8')) as RestoreRecord
}

export async function saveRestoreRecord<T extends RestoreRecord>(
  dataDir: string,
  record: T,
): Promise<T> {
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

export function readRestoreOutcome(dataDir: string): RestoreOutcome | null {
  const record = readRestoreRecord(dataDir)
  return record?.state === 'restored' || record?.state === 'unchanged' ? record : null
}

export function isRestorePending(dataDir: string) {
  return readRestoreRecord(dataDir)?.state === 'replacing'
}

export function isPresent(path: string) {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}
