import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sequences } from '#db/connection/database-file'
import { DatabaseLockedError } from '#db/connection/exclusive-lock'
import type { Database } from '#db/connection/open'
import { finishRestore } from '#db/repositories/sequences'
import { DomainError } from '#domain/errors'
import { fsyncDir, linkOrCopy } from '../fsync-dir.ts'
import { DATABASE } from './manifest.ts'
import { type RunWorker, runInWorker, type WorkerOptions, worker } from './worker-client.ts'

export const DRAFT_FOLDER = '.restoring-draft'
/** A checked backup that replaces the data at the next start. */
const CHECKED_FOLDER = 'restoring'
const NOTE_FILE = 'ready.json'
const BEFORE_PREFIX = 'before-restore-'
const MAX_BEFORE_FOLDERS = 3

type Note = {
  name: string
  /** The folder for the previous data; null without any. */
  before: string | null
  /** The highest ids of the previous data, so that none is used again. */
  sequences: Sequences
}

export async function createRestoreDraft(
  dataDir: string,
  file: string,
  runWorker: RunWorker,
  options?: WorkerOptions,
) {
  const into = join(dataDir, DRAFT_FOLDER)
  await rm(into, { recursive: true, force: true })
  try {
    return await worker.unpack(runWorker, { file, into }, options)
  } catch (cause) {
    await rm(into, { recursive: true, force: true })
    throw cause
  }
}

/** After this a crash no longer stops the restore. `sequences` is null without present data. */
export async function commitRestore(
  dataDir: string,
  name: string,
  at: string,
  sequences: Sequences | null,
) {
  const draft = join(dataDir, DRAFT_FOLDER)
  const before = sequences ? findFreeName(dataDir, at) : null
  const note: Note = { name, before, sequences: sequences ?? {} }
  const file = await open(join(draft, NOTE_FILE), 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(note))
    await file.sync()
  } finally {
    await file.close()
  }
  await fsyncDir(draft)
  // Left from an interrupted restore whose data is already in place.
  await rm(join(dataDir, CHECKED_FOLDER), { recursive: true, force: true })
  await rename(draft, join(dataDir, CHECKED_FOLDER))
  await fsyncDir(dataDir)
}

function findFreeName(dataDir: string, at: string) {
  const name = `${BEFORE_PREFIX}${at.slice(0, 19).replaceAll(':', '')}`
  let count = 1
  while (existsSync(join(dataDir, count === 1 ? name : `${name}-${count}`))) count++
  return count === 1 ? name : `${name}-${count}`
}

export function isRestorePending(dataDir: string) {
  return existsSync(join(dataDir, CHECKED_FOLDER, NOTE_FILE))
}

/**
 * Replaces the data with a checked backup, before the database is opened; null without one. Each step
 * can be repeated after a power cut. Throws a DatabaseLockedError.
 */
export async function applyPendingRestore(dataDir: string, runWorker: RunWorker = runInWorker) {
  const checked = join(dataDir, CHECKED_FOLDER)
  if (!isRestorePending(dataDir)) return null
  // Written by this program, and complete because the folder was renamed after it.
  const note = JSON.parse(await readFile(join(checked, NOTE_FILE), 'utf8')) as Note

  if (existsSync(join(checked, DATABASE))) {
    const present = await worker.inspect(runWorker, join(dataDir, DATABASE))
    if (present.state === 'taken') throw new DatabaseLockedError()
    if (note.before) await moveAside(dataDir, join(dataDir, note.before))
    // The journal of a database that is gone would be replayed into the restored one.
    for (const suffix of ['-wal', '-shm', '-journal'])
      await rm(join(dataDir, DATABASE + suffix), { force: true })
    await moveMedia(checked, dataDir)
    await rename(join(checked, DATABASE), join(dataDir, DATABASE))
    await fsyncDir(dataDir)
  }
  return note
}

async function moveAside(dataDir: string, before: string) {
  const media = join(before, 'media')
  await mkdir(media, { recursive: true, mode: 0o700 })
  for (const name of await readdir(join(dataDir, 'media')).catch(() => [])) {
    await linkOrCopy(join(dataDir, 'media', name), join(media, name))
  }
  await fsyncDir(media)
  for (const suffix of ['-wal', '-shm', '-journal', '']) {
    const name = DATABASE + suffix
    if (existsSync(join(dataDir, name))) await rename(join(dataDir, name), join(before, name))
  }
  await fsyncDir(before)
}

async function moveMedia(from: string, dataDir: string) {
  const media = join(dataDir, 'media')
  await mkdir(media, { recursive: true, mode: 0o700 })
  for (const name of await readdir(join(from, 'media'))) {
    await rename(join(from, 'media', name), join(media, name))
  }
  await fsyncDir(media)
}

export async function cleanUpRestore(dataDir: string) {
  const oldFolders = (await readdir(dataDir))
    .filter(name => name.startsWith(BEFORE_PREFIX))
    .toSorted()
  for (const name of oldFolders.slice(0, -MAX_BEFORE_FOLDERS)) {
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
  await rm(join(dataDir, CHECKED_FOLDER), { recursive: true, force: true })
}

export type Restored = NonNullable<Awaited<ReturnType<typeof applyPendingRestore>>>

type RestoreFile = { file: string; passphrase: string | undefined }

export async function prepareRestoreFromFile(
  dataDir: string,
  { file, passphrase }: RestoreFile,
  now: string,
) {
  if (!(await Bun.file(file).exists())) throw new DomainError(`There is no file ${file}.`)
  // The data of an interrupted restore is the present data of this one.
  const interrupted = await applyPendingRestore(dataDir)
  const present = await worker.inspect(runInWorker, join(dataDir, DATABASE))
  if (present.state === 'taken') throw new DatabaseLockedError()
  await createRestoreDraft(dataDir, file, runInWorker, { passphrase })
  const current = present.state === 'closed' ? present.sequences : {}
  const sequences =
    present.state === 'missing' ? null : mergeSequences(current, interrupted?.sequences)
  await commitRestore(dataDir, file, now, sequences)
}

function mergeSequences(a: Sequences, b: Sequences = {}): Sequences {
  const names = Object.keys({ ...a, ...b })
  return Object.fromEntries(names.map(name => [name, Math.max(a[name] ?? 0, b[name] ?? 0)]))
}

export async function finishRestoreAtStart(
  database: Database,
  dataDir: string,
  { sequences }: Restored,
) {
  await database.write(tx => finishRestore(tx, sequences))
  await cleanUpRestore(dataDir)
}

export function formatRestoreMessage(dataDir: string, { name, before }: Restored) {
  const previous = before
    ? ` The previous data is in ${join(dataDir, before)}:
to open it, start the program with that folder as --data-dir.`
    : ''
  return `Restored ${name}.${previous} Everyone has to sign in again, with the passwords from that backup.`
}
