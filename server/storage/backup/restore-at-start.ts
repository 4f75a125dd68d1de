import { join } from 'node:path'
import { DatabaseLockedError } from '#db/connection/exclusive-lock'
import type { Database } from '#db/connection/open'
import { finishRestore } from '#db/repositories/sequences'
import { DomainError } from '#domain/errors'
import type { Sequences } from './inspect-file.ts'
import { DATABASE } from './manifest.ts'
import {
  applyPendingRestore,
  cleanUpRestore,
  commitRestore,
  createRestoreDraft,
} from './restore.ts'
import { runInWorker, worker } from './worker-client.ts'

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
