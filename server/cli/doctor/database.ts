import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseTaken } from '#db/connection/exclusive-lock'
import { type Inspection, inspectDatabase } from '#db/connection/inspect'
import type { Options } from '../../config/config.ts'
import { inOneLine } from '../../observability/log.ts'
import { type Finding, lookAt, ok } from './finding.ts'
import { type Answering, IF_HTTPS } from './port.ts'

const ABOUT = 'database'

/** What was seen inside, or why it could not be: nothing there yet, somebody has it, or a sentence. */
export async function openToLook(options: Options, dataDir: string) {
  const file = join(dataDir, 'clinic.db')
  if (!options.databaseUrl && !existsSync(file)) return 'new'
  try {
    return await inspectDatabase(options.databaseUrl ?? pathToFileURL(file).href, {
      authToken: options.databaseToken,
    })
  } catch (cause) {
    return cause instanceof DatabaseTaken ? 'taken' : inOneLine(cause)
  }
}

export function examineDatabase(seen: Inspection | string, answering: Answering): Finding[] {
  if (seen === 'new') return [ok(ABOUT, 'none yet; the first start makes it')]
  if (seen === 'taken') return [whoHasIt(answering)]
  if (typeof seen === 'string') {
    const doThis = 'If it is damaged, stop the program and restore the last backup.'
    return [lookAt(ABOUT, `it cannot be opened: ${seen}`, doThis)]
  }
  return [examineInside(seen), examineMigrations(seen)]
}

function whoHasIt(answering: Answering) {
  if (answering === 'our program') {
    return ok(ABOUT, 'the running program has it and answers; stop it to look inside')
  }
  const doThis = `If it listens on another port, say so with --port. If not, end it and start anew.${IF_HTTPS}`
  return lookAt(ABOUT, 'a program has it, and none of ours answers on this port', doThis)
}

function examineInside({ faults, strays }: Inspection) {
  if (faults.length === 0 && strays === 0) return ok(ABOUT, 'whole, every reference holds')
  const is = faults.length > 0 ? `damaged: ${faults[0]}` : `${strays} references lead nowhere`
  return lookAt(ABOUT, is, 'Keep a copy of the data folder, then restore the last backup.')
}

function examineMigrations({ missing, isNewer }: Inspection) {
  if (isNewer) {
    const doThis = 'Use that version, or a newer one.'
    return lookAt('schema', 'made by a newer version of this program', doThis)
  }
  if (missing === 0) return ok('schema', 'current')
  return ok('schema', `${missing} migrations behind; the next start does them`)
}
