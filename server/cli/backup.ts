import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { KEPT_ELSEWHERE } from '#domain/backups/backup-words'
import { Refusal } from '#domain/errors'
import { backUp } from '../actions/backups.ts'
import { openData, openHouse } from '../bootstrap.ts'
import { keepsItsData, type Options } from '../config/config.ts'
import { BadOption } from '../config/config-error.ts'
import { clock } from '../context.ts'
import { DATABASE } from '../storage/backup/manifest.ts'
import { isRestoring, putInPlace } from '../storage/backup/restore.ts'
import { makeReady } from '../storage/backup/restore-at-start.ts'

/** `backup`: for whoever has stopped the program, before an update or a move. */
export async function backUpAndTell(options: Options) {
  refuseElsewhere(options)
  const dataDir = resolve(options.dataDir)
  if (!existsSync(join(dataDir, DATABASE)) && !isRestoring(dataDir)) {
    throw new BadOption(`There is nothing to back up in ${dataDir}. --data-dir names the folder.`)
  }
  const { clinic, database } = await openHouse(options)
  try {
    console.log(`The backup is ${await backUp(clinic, 'manual')}`)
    return 0
  } catch (cause) {
    throw cause instanceof Refusal ? new BadOption(cause.message) : cause
  } finally {
    await database.close()
  }
}

/** `restore <file>`: checks all of it, and is the start that puts it in the data's place. */
export async function restoreAndTell(options: Options) {
  refuseElsewhere(options)
  const { database } = await openData(options, {
    async restoreFirst(dataDir) {
      await makeReady(dataDir, resolve(options.operand), clock())
      return putInPlace(dataDir)
    },
  })
  await database.close()
  return 0
}

function refuseElsewhere(options: Options) {
  if (!keepsItsData(options)) throw new BadOption(KEPT_ELSEWHERE)
}
