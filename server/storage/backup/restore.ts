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
import { type RunWorker, runInWorker, worker } from './worker-client.ts'

/** Where a backup is unpacked and checked; gone or renamed afterwards. */
export const DRAFT_FOLDER = '.restoring-draft'
/** What stands under this name was checked wholly and is to take the data's place at the next start. */
const CHECKED_FOLDER = 'restoring'
const NOTE_FILE = 'ready.json'
const BEFORE_PREFIX = 'before-restore-'
const MAX_BEFORE_FOLDERS = 3

type Note = {
  /** The backup's name. */
  name: string
  /** The folder that is to keep the present data; null on a machine that had none. */
  before: string | null
  /** The numbers of the present data: none of them is given a second time. */
  sequences: Sequences
}

/** Unpacks a backup beside the data and checks all of it; nothing of one that is refused stays. */
export async function createRestoreDraft(
  dataDir: string,
  file: string,
  obey: RunWorker,
  signal?: AbortSignal,
) {
  const into = join(dataDir, DRAFT_FOLDER)
  await rm(into, { recursive: true, force: true })
  try {
    return await worker.unpack(obey, { file, into }, signal)
  } catch (cause) {
    await rm(into, { recursive: true, force: true })
    throw cause
  }
}

/** From here on the restore happens, whatever happens to this process. `sequences` are null without present data. */
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
  // Of an earlier one that was cut off after its data was in place.
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

/** Whether a restore was committed and then cut off. */
export function isRestorePending(dataDir: string) {
  return existsSync(join(dataDir, CHECKED_FOLDER, NOTE_FILE))
}

/**
 * Puts a checked backup into the data's place, before the database is opened; null when there is none. Each
 * step can be repeated, so that a power cut in between is mended by the next start. Throws DatabaseTaken.
 */
export async function applyPendingRestore(dataDir: string, obey: RunWorker = runInWorker) {
  const checked = join(dataDir, CHECKED_FOLDER)
  if (!isRestorePending(dataDir)) return null
  // It is our own note, whole since the folder bears its name.
  const note = JSON.parse(await readFile(join(checked, NOTE_FILE), 'utf8')) as Note

  if (existsSync(join(checked, DATABASE))) {
    const present = await worker.look(obey, join(dataDir, DATABASE))
    if (present.state === 'taken') throw new DatabaseLockedError()
    if (note.before) await moveAside(dataDir, join(dataDir, note.before))
    await moveMedia(checked, dataDir)
    await rename(join(checked, DATABASE), join(dataDir, DATABASE))
    await fsyncDir(dataDir)
  }
  return note
}

/** A whole data folder of its own: the database with its journal, and the pictures once more. */
async function moveAside(dataDir: string, before: string) {
  const media = join(before, 'media')
  await mkdir(media, { recursive: true, mode: 0o700 })
  for (const name of await readdir(join(dataDir, 'media')).catch(() => [])) {
    await linkOrCopy(join(dataDir, 'media', name), join(media, name))
  }
  await fsyncDir(media)
  for (const ending of ['-wal', '-shm', '-journal', '']) {
    const name = DATABASE + ending
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

/** The last step, once the restored data is open and settled. */
export async function cleanUpRestore(dataDir: string) {
  const old = (await readdir(dataDir)).filter(name => name.startsWith(BEFORE_PREFIX)).toSorted()
  for (const name of old.slice(0, -MAX_BEFORE_FOLDERS)) {
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
  await rm(join(dataDir, CHECKED_FOLDER), { recursive: true, force: true })
}

export type Restored = NonNullable<Awaited<ReturnType<typeof applyPendingRestore>>>

/** For the command: checks all of a backup's file, then makes it ready to take the data's place. */
export async function prepareRestoreFromFile(dataDir: string, file: string, now: string) {
  if (!(await Bun.file(file).exists())) throw new DomainError(`There is no file ${file}.`)
  // What an earlier one was about to bring is the present data of this one.
  const cutOff = await applyPendingRestore(dataDir)
  const present = await worker.look(runInWorker, join(dataDir, DATABASE))
  if (present.state === 'taken') throw new DatabaseLockedError()
  await createRestoreDraft(dataDir, file, runInWorker)
  const known = present.state === 'closed' ? present.sequences : {}
  const sequences = present.state === 'missing' ? null : mergeSequences(known, cutOff?.sequences)
  await commitRestore(dataDir, file, now, sequences)
}

function mergeSequences(some: Sequences, others: Sequences = {}): Sequences {
  const names = Object.keys({ ...some, ...others })
  return Object.fromEntries(names.map(name => [name, Math.max(some[name] ?? 0, others[name] ?? 0)]))
}

/** Nobody stays signed in, no number is given twice; then the restore is over. */
export async function finishRestoreAtStart(
  database: Database,
  dataDir: string,
  { sequences }: Restored,
) {
  await database.write(tx => finishRestore(tx, sequences))
  await cleanUpRestore(dataDir)
}

export function formatRestoreMessage(dataDir: string, { name, before }: Restored) {
  const kept = before
    ? ` What was there before is kept in ${join(dataDir, before)}:
to look at it, start the program with that folder as --data-dir.`
    : ''
  return `Restored ${name}.${kept} Everyone has to sign in again, with the passwords of then.`
}
