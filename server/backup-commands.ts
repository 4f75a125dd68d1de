import { resolve } from 'node:path'
import { IN_A_DEMO, KEPT_ELSEWHERE } from '#clinic/backup-words'
import { Refusal } from '#clinic/refusal'
import { type Database, DatabaseTaken } from '#db/open'
import { backUp } from './actions/backups.ts'
import { type Clinic, clock } from './actions/clinic.ts'
import { makeReady, type Restored } from './backup/at-start.ts'
import { putInPlace } from './backup/restoring.ts'
import { inOneLine } from './log.ts'
import { BadOption, type Options } from './options.ts'

/** Backups are made only of what lies in the data folder. */
export function keepsItsData({ isDemo, databaseUrl, wantsBackup, restoreFrom }: Options) {
  const keeps = !isDemo && !databaseUrl
  if (!keeps && (wantsBackup || restoreFrom))
    throw new BadOption(isDemo ? IN_A_DEMO : KEPT_ELSEWHERE)
  return keeps
}

/** A restore that was asked for, now or before the last end, comes before the database is opened. */
export async function restoreFirst(
  { restoreFrom }: Options,
  dataDir: string,
): Promise<Restored | null> {
  try {
    if (restoreFrom) await makeReady(dataDir, resolve(restoreFrom), clock())
    return await putInPlace(dataDir)
  } catch (cause) {
    throw inWords(cause, dataDir)
  }
}

/** `backup`: for whoever has stopped the program, before an update or a move. */
export async function backUpAndClose(clinic: Clinic, database: Database) {
  try {
    console.log(`The backup is ${await backUp(clinic, 'manual')}`)
  } catch (cause) {
    throw cause instanceof Refusal ? new BadOption(cause.message) : cause
  } finally {
    await database.close()
  }
}

export function inWords(cause: unknown, dataDir: string) {
  if (cause instanceof Refusal) return new BadOption(cause.message)
  if (!(cause instanceof DatabaseTaken)) return new BadOption(`Not restored: ${inOneLine(cause)}`)
  return new BadOption(
    `Another clinic queue is running on ${dataDir}. Stop it first, or choose another folder with --data-dir.`,
  )
}
