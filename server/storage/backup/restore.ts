import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseTaken } from '#db/connection/exclusive-lock'
import { linkOrCopy, makeNamesDurable } from '../fsync-dir.ts'
import type { Sequences } from './inspect-file.ts'
import { DATABASE } from './manifest.ts'
import { ask, inSecondProcess, type Obey } from './worker-client.ts'

/** Where a backup is unpacked and checked; gone or renamed afterwards. */
export const RESTORE_DRAFT = '.restoring-draft'
/** What stands under this name was checked wholly and is to take the data's place at the next start. */
const CHECKED = 'restoring'
const NOTE = 'ready.json'
const BEFORE = 'before-restore-'
const BEFORE_KEPT = 3

type Note = {
  /** The backup's name. */
  name: string
  /** The folder that is to keep the present data; null on a machine that had none. */
  before: string | null
  /** The numbers of the present data: none of them is given a second time. */
  sequences: Sequences
}

/** Unpacks a backup beside the data and checks all of it; nothing of one that is refused stays. */
export async function makeDraft(dataDir: string, file: string, obey: Obey, signal?: AbortSignal) {
  const into = join(dataDir, RESTORE_DRAFT)
  await rm(into, { recursive: true, force: true })
  try {
    return await ask.unpack(obey, { file, into }, signal)
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
  const draft = join(dataDir, RESTORE_DRAFT)
  const before = sequences ? freeName(dataDir, at) : null
  const note: Note = { name, before, sequences: sequences ?? {} }
  const file = await open(join(draft, NOTE), 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(note))
    await file.sync()
  } finally {
    await file.close()
  }
  await makeNamesDurable(draft)
  // Of an earlier one that was cut off after its data was in place.
  await rm(join(dataDir, CHECKED), { recursive: true, force: true })
  await rename(draft, join(dataDir, CHECKED))
  await makeNamesDurable(dataDir)
}

function freeName(dataDir: string, at: string) {
  const name = `${BEFORE}${at.slice(0, 19).replaceAll(':', '')}`
  let count = 1
  while (existsSync(join(dataDir, count === 1 ? name : `${name}-${count}`))) count++
  return count === 1 ? name : `${name}-${count}`
}

/** Whether a restore was committed and then cut off. */
export function isRestoring(dataDir: string) {
  return existsSync(join(dataDir, CHECKED, NOTE))
}

/**
 * Puts a checked backup into the data's place, before the database is opened; null when there is none. Each
 * step can be repeated, so that a power cut in between is mended by the next start. Throws DatabaseTaken.
 */
export async function putInPlace(dataDir: string, obey: Obey = inSecondProcess) {
  const checked = join(dataDir, CHECKED)
  if (!isRestoring(dataDir)) return null
  // It is our own note, whole since the folder bears its name.
  const note = JSON.parse(await readFile(join(checked, NOTE), 'utf8')) as Note

  if (existsSync(join(checked, DATABASE))) {
    const present = await ask.look(obey, join(dataDir, DATABASE))
    if (present.state === 'taken') throw new DatabaseTaken()
    if (note.before) await setAside(dataDir, join(dataDir, note.before))
    await moveMedia(checked, dataDir)
    await rename(join(checked, DATABASE), join(dataDir, DATABASE))
    await makeNamesDurable(dataDir)
  }
  return note
}

/** A whole data folder of its own: the database with its journal, and the pictures once more. */
async function setAside(dataDir: string, before: string) {
  const media = join(before, 'media')
  await mkdir(media, { recursive: true, mode: 0o700 })
  for (const name of await readdir(join(dataDir, 'media')).catch(() => [])) {
    await linkOrCopy(join(dataDir, 'media', name), join(media, name))
  }
  await makeNamesDurable(media)
  for (const ending of ['-wal', '-shm', '-journal', '']) {
    const name = DATABASE + ending
    if (existsSync(join(dataDir, name))) await rename(join(dataDir, name), join(before, name))
  }
  await makeNamesDurable(before)
}

async function moveMedia(from: string, dataDir: string) {
  const media = join(dataDir, 'media')
  await mkdir(media, { recursive: true, mode: 0o700 })
  for (const name of await readdir(join(from, 'media'))) {
    await rename(join(from, 'media', name), join(media, name))
  }
  await makeNamesDurable(media)
}

/** The last step, once the restored data is open and settled. */
export async function endRestore(dataDir: string) {
  const old = (await readdir(dataDir)).filter(name => name.startsWith(BEFORE)).toSorted()
  for (const name of old.slice(0, -BEFORE_KEPT)) {
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
  await rm(join(dataDir, CHECKED), { recursive: true, force: true })
}
