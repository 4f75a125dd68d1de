import { readFileSync, statSync } from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sequences } from '#db/connection/database-file'
import { fsyncFolder, rename, rm } from '#db/connection/files'
import type { Actor } from '#domain/audit/audit-entry'
import type { RestoreOutcome } from '#domain/backups/backups'
import { listRestoreNotes, type RestoredState } from '#domain/backups/kept-state'
import { DomainError } from '#domain/errors'
import type { TimeZone } from '#domain/time'
import { DATABASE } from './backup-file.ts'
import type { RunWorker, WorkerOptions } from './worker-client.ts'

export const RESTORE_FOLDER = 'restoring'
export const BEFORE_PREFIX = 'before-restore-'
const MAX_BEFORE_FOLDERS = 3
const RECORD = 'restore.json'
const INTERRUPTED = 'It was interrupted'

export type RestoreIdentity = Pick<RestoreOutcome, 'name' | 'at'> & { by: Actor }

/** Each step is on the disk before the next one begins. */
type RestoreRecord =
  | (RestoreIdentity & { state: 'checking'; madeAt?: string | null | undefined })
  /** The next start replaces the data, unless it has changed. The old data goes into `before`. */
  | ReplacingRecord
  | RestoreOutcome
type ReplacingRecord = RestoreIdentity &
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

async function saveRestoreRecord<T extends RestoreRecord>(dataDir: string, record: T) {
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

type OpenFile = (folder: string) => Promise<WorkerOptions & { file: string }>

/** Checks the backup without changing the data. Throws a DomainError. */
export async function checkBackup(
  dataDir: string,
  identity: RestoreIdentity,
  run: RunWorker,
  openFile: OpenFile,
) {
  const into = join(dataDir, RESTORE_FOLDER)
  await saveRestoreRecord(dataDir, { ...identity, state: 'checking' })
  try {
    await rm(into, { recursive: true, force: true })
    const { file, ...options } = await openFile(into)
    const unpacked = await run('unpack', { file, into }, options)
    await saveRestoreRecord(dataDir, { ...identity, state: 'checking', ...unpacked })
  } catch (cause) {
    await cancelRestore(dataDir, cause)
    throw cause
  }
}

export async function cancelRestore(dataDir: string, cause: unknown) {
  const record = readRestoreRecord(dataDir)
  if (record) await endUnchanged(dataDir, record, getReason(cause))
}

function getReason(cause: unknown) {
  return cause instanceof DomainError ? cause.message : 'The log says why'
}

async function endUnchanged(
  dataDir: string,
  { name, at }: Pick<RestoreOutcome, 'name' | 'at'>,
  because: string,
) {
  await rm(join(dataDir, RESTORE_FOLDER), { recursive: true, force: true })
  return saveRestoreRecord(dataDir, { name, at, state: 'unchanged', because })
}

type Previous = { sequences: Sequences }

/** Only renames remain after this. `previous` has the highest ids, which must not be used again. */
export async function commitRestore(dataDir: string, previous: Previous, run: RunWorker) {
  const record = readRestoreRecord(dataDir)
  if (record?.state !== 'checking') throw new Error('no backup was checked')
  const { name, at, by, madeAt } = record
  const database = join(dataDir, DATABASE)
  const present = isPresent(database) ? database : null
  const before = present && findFreeName(dataDir, at)
  const fingerprint = getFingerprint(dataDir)
  const file = join(dataDir, RESTORE_FOLDER, DATABASE)
  const state = await run('finish', { file, name, at, by, madeAt, ...previous, present })
  await saveRestoreRecord(dataDir, {
    ...{ name, at, by, before, fingerprint, ...state },
    ...{ state: 'replacing', isFinished: true },
  })
}

/** Changes with any write to the database, but not if closing it removes an empty journal. */
function getFingerprint(dataDir: string) {
  return ['', '-wal']
    .map(suffix => statSync(join(dataDir, DATABASE + suffix), { throwIfNoEntry: false }))
    .map(info => (info?.size ? `${info.size} bytes of ${info.mtimeMs}` : 'none'))
    .join()
}

/** Ends an interrupted restore, or returns null. Each step can be repeated after a power cut. */
export async function settleRestore(dataDir: string): Promise<RestoreOutcome | null> {
  const record = readRestoreRecord(dataDir)
  if (record?.state === 'checking') return endUnchanged(dataDir, record, INTERRUPTED)
  if (record?.state !== 'replacing') return null
  if (isPresent(join(dataDir, RESTORE_FOLDER, DATABASE))) {
    const hasBegun = record.before !== null && isPresent(join(dataDir, record.before))
    if (!hasBegun && !record.isFinished) return endUnchanged(dataDir, record, INTERRUPTED)
    if (!hasBegun && getFingerprint(dataDir) !== record.fingerprint)
      return endUnchanged(dataDir, record, 'The data has changed since it was prepared')
    await replaceData(dataDir, record)
  } else if (!isReplaced(dataDir, record)) {
    return endUnchanged(dataDir, record, 'Its unpacked file is gone')
  }
  return endReplaced(dataDir, record)
}

function isReplaced(dataDir: string, { before }: ReplacingRecord) {
  const isMovedAside = before === null || isPresent(join(dataDir, before, DATABASE))
  return isMovedAside && isPresent(join(dataDir, DATABASE))
}

function findFreeName(dataDir: string, at: string) {
  const name = `${BEFORE_PREFIX}${at.slice(0, 19).replaceAll(':', '')}`
  let count = 1
  while (isPresent(join(dataDir, count === 1 ? name : `${name}-${count}`))) count++
  return count === 1 ? name : `${name}-${count}`
}

async function replaceData(dataDir: string, record: ReplacingRecord) {
  if (isPresent(join(dataDir, DATABASE))) await moveAside(dataDir, chooseBefore(dataDir, record))
  // The journal of a database that is gone would be replayed into the restored one.
  for (const suffix of ['-wal', '-shm', '-journal'])
    await rm(join(dataDir, DATABASE + suffix), { force: true })
  await rename(join(dataDir, RESTORE_FOLDER, DATABASE), join(dataDir, DATABASE))
  await fsyncFolder(dataDir)
}

function chooseBefore(dataDir: string, { before, at }: ReplacingRecord) {
  const isFree = before && !isPresent(join(dataDir, before, DATABASE))
  return join(dataDir, isFree ? before : findFreeName(dataDir, at))
}

/** Moves the database last, so a repeated attempt uses the same folder until then. */
async function moveAside(dataDir: string, before: string) {
  await mkdir(before, { recursive: true, mode: 0o700 })
  for (const suffix of ['-wal', '-shm', '-journal', '']) {
    const name = DATABASE + suffix
    if (isPresent(join(dataDir, name))) await rename(join(dataDir, name), join(before, name))
  }
  await fsyncFolder(before)
}

async function endReplaced(dataDir: string, { name, at, before, kept, madeAt }: ReplacingRecord) {
  const restored = { name, at, state: 'restored', before, kept, madeAt } as const
  const outcome = await saveRestoreRecord(dataDir, restored)
  await rm(join(dataDir, RESTORE_FOLDER), { recursive: true, force: true })
  // Keep this restore's folder, because the time in its name may come from a wrong clock.
  const oldFolders = (await readdir(dataDir))
    .filter(name => name.startsWith(BEFORE_PREFIX) && name !== before)
    .toSorted()
  const others = before === null ? MAX_BEFORE_FOLDERS : MAX_BEFORE_FOLDERS - 1
  for (const name of oldFolders.slice(0, -others)) {
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
  return outcome
}

export function formatRestoreOutcome(dataDir: string, outcome: RestoreOutcome, timeZone: TimeZone) {
  if (outcome.state === 'unchanged') {
    return `${outcome.name} was not restored: ${outcome.because}. The data is as it was before.`
  }
  const previous = outcome.before
    ? ` The previous data is in ${join(dataDir, outcome.before)}:
to open it, start the program with that folder as --data-dir.`
    : ''
  const passwords = outcome.kept ? 'the present passwords' : 'the passwords from that backup'
  const notes = listRestoreNotes(outcome, timeZone).map(note => `\n${note}.`)
  return `Restored ${outcome.name}.${previous} Everyone has to sign in again, with ${passwords}.${notes.join('')}`
}
