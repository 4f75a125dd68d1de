import { join } from 'node:path'
import { DatabaseTaken } from '#db/connection/exclusive-lock'
import type { Database } from '#db/connection/open'
import { settleAfterRestore } from '#db/repositories/sequences'
import { Refusal } from '#domain/errors'
import type { Sequences } from './inspect-file.ts'
import { DATABASE } from './manifest.ts'
import { commitRestore, endRestore, makeDraft, putInPlace } from './restore.ts'
import { ask, inSecondProcess } from './worker-client.ts'

export type Restored = NonNullable<Awaited<ReturnType<typeof putInPlace>>>

/** For the command: checks all of a backup's file, then makes it ready to take the data's place. */
export async function makeReady(dataDir: string, file: string, now: string) {
  if (!(await Bun.file(file).exists())) throw new Refusal(`There is no file ${file}.`)
  // What an earlier one was about to bring is the present data of this one.
  const cutOff = await putInPlace(dataDir)
  const present = await ask.look(inSecondProcess, join(dataDir, DATABASE))
  if (present.state === 'taken') throw new DatabaseTaken()
  await makeDraft(dataDir, file, inSecondProcess)
  const known = present.state === 'closed' ? present.sequences : {}
  const sequences = present.state === 'missing' ? null : highest(known, cutOff?.sequences)
  await commitRestore(dataDir, file, now, sequences)
}

function highest(some: Sequences, others: Sequences = {}): Sequences {
  const names = Object.keys({ ...some, ...others })
  return Object.fromEntries(names.map(name => [name, Math.max(some[name] ?? 0, others[name] ?? 0)]))
}

/** Nobody stays signed in, no number is given twice; then the restore is over. */
export async function settle(database: Database, dataDir: string, { sequences }: Restored) {
  await database.write(tx => settleAfterRestore(tx, sequences))
  await endRestore(dataDir)
}

export function restoreInWords(dataDir: string, { name, before }: Restored) {
  const kept = before
    ? ` What was there before is kept in ${join(dataDir, before)}:
to look at it, start the program with that folder as --data-dir.`
    : ''
  return `Restored ${name}.${kept} Everyone has to sign in again, with the passwords of then.`
}
